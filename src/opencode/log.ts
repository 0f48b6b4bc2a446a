import { maskLine } from '../model/secrets/secret.ts';
import { type LogLevel, logLevels } from './settings.ts';

export type Log = (level: Exclude<LogLevel, 'silent'>, message: string) => void;

/** Writes log lines; never to standard output, which carries the protocol. */
export function makeLog(least: LogLevel, write: (line: string) => void): Log {
  return (level, message) => {
    if (logLevels.indexOf(level) <= logLevels.indexOf(least)) write(`opencode ${level}: ${maskLine(message)}\n`);
  };
}
