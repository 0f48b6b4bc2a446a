import { findingOn } from '../finding.ts';
import { respellFix } from '../fixes.ts';
import type { EntryCheck } from '../types.ts';

/** Clients that want the command and its arguments in one list. */
const wantsList = ['opencode', 'kilo'];

/** A command that is a text where the client wants a list. */
export const commandLists: EntryCheck = ({ host, entries }) =>
  entries.flatMap((subject) => {
    const { client, native } = subject.entry;
    const { command } = native;
    if (!wantsList.includes(client.id) || typeof command !== 'string') return [];
    const isPlain = !/["'\\]/.test(command);
    const fix = isPlain
      ? respellFix(host, subject, 'Make it a list', ['command', 'args'], (server) => {
          const [program = '', ...rest] = (server.command ?? '').trim().split(/\s+/);
          return { ...server, command: program, args: [...rest, ...(server.args ?? [])] };
        })
      : undefined;
    const args = { field: 'command', expected: 'array', received: 'string' };
    return [findingOn(subject, 'wrong-type', args, { at: ['command'], fix })];
  });
