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
    name: 'import',
    group: 'Move:',
    summary: 'Take servers from your assistants, a file or standard input into your catalog or elsewhere.',
    load: async () => (await import('./commands/import.ts')).setUpImport,
  },
  {
    name: 'export',
    group: 'Move:',
    summary: 'Print the servers of your catalog, or of an assistant, in the words of any assistant.',
    load: async () => (await import('./commands/export.ts')).setUpExport,
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
    name: 'run',
    group: 'Start:',
    summary: 'Start Claude Code, or another assistant, with sets of servers that you choose.',
    load: async () => (await import('./commands/run.ts')).setUpRun,
  },
  {
    name: 'ui',
    group: 'See:',
    summary: 'Open a page in your browser to see, edit, test and compare every server of every assistant.',
    load: async () => (await import('./commands/ui.ts')).setUpUi,
  },
  {
    name: 'sets',
    group: 'Start:',
    summary: 'List the sets of servers an assistant can be started with, make and change them.',
    load: async () => (await import('./commands/sets.ts')).setUpSets,
  },
  {
    name: 'opencode',
    group: 'Start:',
    summary: 'Serve OpenCode as an MCP server, so that any assistant can give it work.',
    load: async () => (await import('./commands/opencode.ts')).setUpOpencode,
  },
  {
    name: 'serve',
    group: 'Use:',
    summary: 'Put all servers behind one endpoint, over standard input and output or HTTP.',
    load: async () => (await import('./commands/serve.ts')).setUpServe,
  },
  {
    name: 'connect',
    group: 'Use:',
    summary: 'Put the endpoint of all servers into an assistant.',
    load: async () => (await import('./commands/connect.ts')).setUpConnect,
  },
  {
    name: 'disconnect',
    group: 'Use:',
    summary: 'Take the endpoint out of an assistant; its file is as it was before.',
    load: async () => (await import('./commands/disconnect.ts')).setUpDisconnect,
  },
  {
    name: 'test',
    group: 'Use:',
    summary: 'Connect to servers and say whether they answer, or why not and what to do about it.',
    load: async () => (await import('./commands/test.ts')).setUpTest,
  },
  {
    name: 'tools',
    group: 'Use:',
    summary: 'List the tools of servers: what they are for, what they cost in context, what is suspicious about them.',
    load: async () => (await import('./commands/tools.ts')).setUpTools,
  },
  {
    name: 'call',
    group: 'Use:',
    summary: 'Call a tool of a server.',
    load: async () => (await import('./commands/call.ts')).setUpCall,
  },
  {
    name: 'resources',
    group: 'Use:',
    summary: 'List what servers offer to read, or read it.',
    load: async () => (await import('./commands/resources.ts')).setUpResources,
  },
  {
    name: 'prompts',
    group: 'Use:',
    summary: 'List the prompts that servers offer, or fill one in.',
    load: async () => (await import('./commands/prompts.ts')).setUpPrompts,
  },
  {
    name: 'status',
    group: 'Use:',
    summary: 'Show how every server stands: approved or not, the tools it had, what went wrong last. Starts nothing.',
    load: async () => (await import('./commands/server-status.ts')).setUpServerStatus,
  },
  {
    name: 'top',
    group: 'Use:',
    summary: 'Connect to every server and watch them on a screen that keeps itself up to date.',
    load: async () => (await import('./commands/top.ts')).setUpTop,
  },
  {
    name: 'logs',
    group: 'Use:',
    summary: 'Show what happened with servers while Plugboard used them.',
    load: async () => (await import('./commands/logs.ts')).setUpLogs,
  },
  {
    name: 'tokens',
    group: 'Use:',
    summary: 'Estimate how much context the tools of each server cost.',
    load: async () => (await import('./commands/tokens.ts')).setUpTokens,
  },
  {
    name: 'reload',
    group: 'Use:',
    summary: 'Forget what is known about servers, connect anew, and tell which of their tools have changed.',
    load: async () => (await import('./commands/reload.ts')).setUpReload,
  },
  {
    name: 'approve',
    group: 'Trust:',
    summary: 'Look at servers that came with a project, and allow them to be used.',
    load: async () => (await import('./commands/approve.ts')).setUpApprove,
  },
  {
    name: 'deny',
    group: 'Trust:',
    summary: 'Refuse servers that came with a project.',
    load: async () => (await import('./commands/deny.ts')).setUpDeny,
  },
  {
    name: 'approvals',
    group: 'Trust:',
    summary: 'List what you have approved and denied, or take it back.',
    load: async () => (await import('./commands/approvals.ts')).setUpApprovals,
  },
  {
    name: 'auth',
    group: 'Trust:',
    summary: 'Sign in to servers and out again, and show where you are signed in.',
    load: async () => (await import('./commands/auth.ts')).setUpAuth,
  },
  {
    name: 'reauth',
    group: 'Trust:',
    summary: 'Sign in to a server again, as with another account or for more rights.',
    load: async () => (await import('./commands/reauth.ts')).setUpReauth,
  },
  {
    name: 'unauth',
    group: 'Trust:',
    summary: 'Sign out of a server, the same as auth logout.',
    load: async () => (await import('./commands/unauth.ts')).setUpUnauth,
  },
  {
    name: 'validate',
    group: 'Check:',
    summary: 'Check files that define MCP servers. Starts nothing, contacts nothing, writes nothing.',
    load: async () => (await import('./commands/validate.ts')).setUpValidate,
  },
  {
    name: 'doctor',
    group: 'Check:',
    summary: 'Find what is wrong with servers and files, and repair it. Starts nothing, contacts nothing.',
    load: async () => (await import('./commands/doctor.ts')).setUpDoctor,
  },
  {
    name: 'diff',
    group: 'Check:',
    summary: 'Compare your catalog with what the assistants on this machine have.',
    load: async () => (await import('./commands/diff.ts')).setUpDiff,
  },
  {
    name: 'history',
    aliases: ['log'],
    group: 'Take back:',
    summary: 'List the changes Plugboard has written, or show what one of them did.',
    load: async () => (await import('./commands/history.ts')).setUpHistory,
  },
  {
    name: 'undo',
    group: 'Take back:',
    summary: 'Take the newest change back, or a certain one.',
    load: async () => (await import('./commands/undo.ts')).setUpUndo,
  },
  {
    name: 'backup',
    group: 'Take back:',
    summary: 'List, show or write back the texts that changes have replaced.',
    load: async () => (await import('./commands/backup.ts')).setUpBackup,
  },
  {
    name: 'config',
    group: 'Plugboard itself:',
    summary: "Show where Plugboard's own files are, and what decides that.",
    load: async () => (await import('./commands/config.ts')).setUpConfig,
  },
  {
    name: 'completion',
    group: 'Plugboard itself:',
    summary: 'Print a script that makes Tab complete commands, options, server names and more in your shell.',
    load: async () => (await import('./commands/completion.ts')).setUpCompletion,
  },
  {
    name: 'version',
    group: 'Plugboard itself:',
    summary: 'Print the version of Plugboard, of Node and of the system.',
    load: async () => (await import('./commands/version.ts')).setUpVersion,
  },
];
