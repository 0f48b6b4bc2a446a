import type { Command } from 'commander';

/** The value of an option as a whole number from 0 to `most`; anything else ends the command. */
export function wholeNumber(option: string, text: string, most: number, command: Command): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) > most)
    command.error(`error: ${option} takes a whole number from 0 to ${most}, not ${text}`);
  return Number(text);
}
