import type { CommandSetup } from './command-context.ts';

/**
 * Which client files a result needs, and what an unreadable file therefore causes:
 * - `all`, unless servers are named: the result is incomplete, so the command fails;
 * - `some`: it fails if the named server is not found in the other files;
 * - `told`: it continues with a warning;
 * - `none`: it reads only the given files, and fails if one of them is unreadable.
 */
export const needsOfCommands = ['all', 'some', 'told', 'none'] as const;
export type CommandNeeds = (typeof needsOfCommands)[number];

export interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group:
    | 'See:'
    | 'Change:'
    | 'Move:'
    | 'Start:'
    | 'Use:'
    | 'Trust:'
    | 'Check:'
    | 'Undo:'
    | 'Plugboard itself:';
  readonly needs: CommandNeeds;
  /** One sentence. */
  readonly summary: string;
  load(): Promise<CommandSetup>;
}
