import { setOwn, type ValueMap } from '../../model/value.ts';
import type { Lens } from '../types.ts';

/** Command and arguments of a client that joins them with spaces and runs the line in a shell. */
export function shellLine(): Lens {
  return {
    fields: ['command', 'args'],
    keys: ['command', 'args'],
    read(entry, server) {
      const command = entry.take('command');
      const args = entry.take('args');
      if (typeof command !== 'string' || !isTextList(args ?? [])) {
        if (command !== undefined) setOwn(server as ValueMap, 'command', command);
        if (args !== undefined) setOwn(server as ValueMap, 'args', args);
        return;
      }
      const [first, ...rest] = words([command, ...((args ?? []) as string[])].join(' '));
      server.command = first ?? '';
      if (args !== undefined || rest.length > 0) server.args = rest;
    },
    write(server, entry) {
      if (server.command === undefined) return;
      const command = entry.native(server.command, 'command');
      if (command !== undefined) entry.put('command', quoted(command));
      const args = server.args && entry.native(server.args, 'args');
      if (args !== undefined) entry.put('args', Array.isArray(args) ? args.map(quoted) : args);
    },
  };
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

const PIECE = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|(\$\{[^}]*\}|[^\s"'\\$]+|\$)/gsy;

/** Splits a command line like a shell; a reference stays one piece, whatever its default contains. */
function words(line: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < line.length;) {
    let word: string | undefined;
    PIECE.lastIndex = at;
    for (let match = PIECE.exec(line); match; match = PIECE.exec(line)) {
      const [piece, double, single, escaped, plain] = match;
      word = (word ?? '') + (double?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? plain ?? '');
      at += piece.length;
    }
    if (word !== undefined) found.push(word);
    at += 1;
  }
  return found;
}

const REFERENCE = /\$\{[A-Za-z_]\w*(?::-([^}]*))?\}/g;

/** Quotes the text as one word of a command line. Double quotes work everywhere but cannot contain everything. */
function quoted<T>(text: T): T | string {
  if (typeof text !== 'string' || /^[\w@%+=:,./-]+$/.test(text)) return text;
  // The client puts a default into the line before the shell reads it.
  const read = text.replaceAll(REFERENCE, (_, fallback: string | undefined) => fallback ?? '');
  return /["'\\$`!\n]/.test(read) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
}
