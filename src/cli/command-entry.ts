import type { CommandSetup } from './command-context.ts';

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
    | 'Take back:'
    | 'Plugboard itself:';
  /** One sentence. */
  readonly summary: string;
  load(): Promise<CommandSetup>;
}
