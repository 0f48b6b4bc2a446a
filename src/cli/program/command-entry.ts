import type { CommandSetup } from './command-context.ts';

/**
 * Which files of clients an answer needs. What becomes of a file that cannot be read follows from it:
 * `all`, unless servers are named: the answer is incomplete, so the command fails;
 * `some`: it fails when the server that was named is not found in the others;
 * `told`: it goes on without, and says so;
 * `none`: it reads no other file than those it is told to, and fails when one of those cannot be read.
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
