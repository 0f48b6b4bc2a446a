import type { CommandSetup } from './command-context.ts';

export interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly group: 'See:' | 'Change:' | 'Move:' | 'Check:' | 'Take back:' | 'Plugboard itself:';
  /** One sentence. */
  readonly summary: string;
  load(): Promise<CommandSetup>;
}

/** Every command. To add one, add its file in commands/ and an entry here. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'clients',
    group: 'See:',
    summary: 'List the assistants Plugboard knows, which are here, and what each can do.',
    load: async () => (await import('./commands/clients.ts')).setUpClients,
  },
  {
    name: 'translate',
    group: 'Move:',
    summary: "Turn one assistant's server definitions into another's.",
    load: async () => (await import('./commands/translate.ts')).setUpTranslate,
  },
  {
    name: 'validate',
    group: 'Check:',
    summary: 'Check files that define MCP servers. Starts nothing, contacts nothing, writes nothing.',
    load: async () => (await import('./commands/validate.ts')).setUpValidate,
  },
];
