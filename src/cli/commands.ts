import type { CommandSetup } from './command-setup.ts';

interface CommandEntry {
  readonly name: string;
  readonly description: string;
  load(): Promise<CommandSetup>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'clients',
    description: 'List the assistants Plugboard knows, which are here, and what each can do.',
    load: async () => (await import('./commands/clients.ts')).setUpClients,
  },
  {
    name: 'translate',
    description: "Turn one assistant's server definitions into another's.",
    load: async () => (await import('./commands/translate.ts')).setUpTranslate,
  },
  {
    name: 'validate',
    description: 'Check files that define MCP servers. Starts nothing, contacts nothing, writes nothing.',
    load: async () => (await import('./commands/validate.ts')).setUpValidate,
  },
];
