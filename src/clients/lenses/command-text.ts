import { setOwn, type ValueMap } from '../../model/value.ts';
import type { Lens } from '../types.ts';

/** A command that can be a list with its arguments or, without `args`, a command line that the client splits itself. */
export function commandText(): Lens {
  return {
    fields: ['command', 'args'],
    keys: ['command', 'args'],
    read(entry, server) {
      const command = entry.take('command');
      const args = entry.take('args');
      const hasArgs = Array.isArray(args) && args.length > 0;
      const line = typeof command === 'string' && !hasArgs ? words(command) : command;
      if (Array.isArray(line)) {
        const [first, ...rest] = entry.canonical(line) as string[];
        if (first !== undefined) server.command = first;
        if (rest.length > 0) server.args = rest;
        if (args !== undefined && !Array.isArray(args)) entry.reportType(['args'], 'array', args);
        return;
      }
      if (line !== undefined) setOwn(server as ValueMap, 'command', entry.canonical(line));
      if (args !== undefined) setOwn(server as ValueMap, 'args', entry.canonical(args));
    },
    write(server, entry) {
      if (server.command === undefined) return;
      const command = entry.native(server.command, 'command');
      const args = entry.native(server.args ?? [], 'args');
      const alone = Array.isArray(args) && args.length === 0;
      if (typeof command !== 'string') return;
      entry.put('command', alone && /[\s"'\\]/.test(command) ? [command] : command);
      if (!alone) entry.put('args', args);
    },
  };
}

/** Splits a command line into words, respecting quotes. A single word is kept as written. */
function words(line: string): string[] {
  if (!/\s/.test(line.trim())) return [line];
  const found = line.matchAll(/(?:"([^"]*)"|'([^']*)'|[^\s"']+)+/g);
  return Array.from(found, ([word]) => word.replaceAll(/["']/g, ''));
}
