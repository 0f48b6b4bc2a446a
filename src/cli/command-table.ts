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
    name: 'list',
    aliases: ['ls'],
    group: 'See:',
    summary: 'List every server on this machine: what it runs, which assistants have it, what is in force.',
    load: async () => (await import('./commands/list.ts')).setUpList,
  },
  {
    name: 'get',
    aliases: ['show'],
    group: 'See:',
    summary: 'Show one server: its definition, every file that has it, and why it is in force or not.',
    load: async () => (await import('./commands/get.ts')).setUpGet,
  },
  {
    name: 'add',
    group: 'Change:',
    summary: 'Define a server in one or more assistants, or in your catalog.',
    load: async () => (await import('./commands/add.ts')).setUpAdd,
  },
  {
    name: 'edit',
    group: 'Change:',
    summary: 'Change a server where it is defined; without options in your editor.',
    load: async () => (await import('./commands/edit.ts')).setUpEdit,
  },
  {
    name: 'remove',
    aliases: ['rm'],
    group: 'Change:',
    summary: 'Remove a server; what still names it is shown first.',
    load: async () => (await import('./commands/remove.ts')).setUpRemove,
  },
  {
    name: 'rename',
    aliases: ['mv'],
    group: 'Change:',
    summary: 'Give a server another name; its place and comments stay.',
    load: async () => (await import('./commands/rename.ts')).setUpRename,
  },
  {
    name: 'clone',
    group: 'Change:',
    summary: 'Define a second server like one that is there.',
    load: async () => (await import('./commands/clone.ts')).setUpClone,
  },
  {
    name: 'enable',
    group: 'Change:',
    summary: 'Switch a server on.',
    load: async () => (await import('./commands/switch.ts')).setUpEnable,
  },
  {
    name: 'disable',
    group: 'Change:',
    summary: 'Switch a server off, in the way each assistant has for it.',
    load: async () => (await import('./commands/switch.ts')).setUpDisable,
  },
  {
    name: 'copy',
    aliases: ['cp'],
    group: 'Move:',
    summary: 'Bring a server from one assistant or scope to others.',
    load: async () => (await import('./commands/copy.ts')).setUpCopy,
  },
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
