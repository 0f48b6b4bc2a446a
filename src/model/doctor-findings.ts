import { define, quote } from './finding-entry.ts';

const becomes = {
  literal: 'the text itself is used instead',
  empty: 'the empty text is used instead',
  stops: 'the server is not started',
} as const;

/** Findings that need more than the text of one file: the machine, the other files, and the habits of the client. */
export const doctorFindings = {
  'command-not-found': define(
    'error',
    'The program of a server is nowhere to be found, so the server cannot start.',
    (a: { command: string }) => `${quote(a.command)} is not there`,
    () => 'Install it, or write the path of the program',
  ),
  'command-not-executable': define(
    'error',
    'What stands at the path of the command is not a program that may be run.',
    (a: { path: string }) => `${a.path} cannot be run`,
    (a) => `Make it executable: chmod +x ${a.path}`,
  ),
  'command-not-on-app-path': define(
    'warning',
    'A terminal finds the command. A program started from the desktop gets a shorter PATH and may not find it.',
    (a: { command: string; client: string }) =>
      `${a.client} may not find ${quote(a.command)} when it is started from the desktop`,
    () => 'Write the absolute path; a script such as npx also needs its own programs on a PATH in "env"',
  ),
  'cwd-missing': define(
    'error',
    'The directory a server is to be started in does not exist.',
    (a: { cwd: string }) => `The directory ${a.cwd} does not exist`,
    () => 'Make the directory, or correct "cwd"',
  ),
  'variable-unset': define(
    'warning',
    'A reference without a default names a variable that is not set here.',
    (a: { variable: string; client: string; becomes?: keyof typeof becomes }) =>
      `${a.variable} is not set${a.becomes ? `; in ${a.client} ${becomes[a.becomes]}` : ''}`,
    (a) => `Set ${a.variable} where ${a.client} is started`,
  ),
  'plain-secret': define(
    'warning',
    'A secret stands in the file as it is. Who reads the file, or a copy of it, has the secret.',
    (a: { name: string }) => `${a.name} holds a secret in plain text`,
    () => 'Keep it in a variable and write a reference; replace a secret that others may have seen',
  ),
  'package-unpinned': define(
    'info',
    'The package has no version, so each start may run another program than the last one.',
    (a: { package: string }) => `${a.package} is not pinned to a version`,
    () => 'Write the exact version behind the name',
  ),
  'server-shadowed': define(
    'info',
    'Another entry of this name counts more, so this one has no effect.',
    (a: { by: string; why: string }) => `This entry has no effect: ${a.by} ${a.why}`,
    () => 'Remove the entry that is not meant, or rename it',
  ),
  'server-not-read': define(
    'warning',
    'The client does not look for servers in this file.',
    (a: { client: string }) => `${a.client} does not read servers from this file`,
    (a) => `Move the entry to a file that ${a.client} reads`,
  ),
  'server-twice': define(
    'warning',
    'Two names of one client stand for the same server, which is started twice and offers every tool twice.',
    (a: { other: string }) => `This is the same server as ${quote(a.other)}`,
    () => 'Remove one of the two',
  ),
  'server-differs': define(
    'info',
    'Clients have different definitions of the same name.',
    (a: { name: string; clients: readonly string[] }) =>
      `${quote(a.name)} is not the same in ${a.clients.join(' and ')}`,
    () => 'Bring them in line if the same server is meant',
  ),
  'merged-command-and-url': define(
    'error',
    'The client merges the entries of this name field by field, and the result has both a command and an address.',
    (a: { client: string }) => `${a.client} merges the entries of this name, and the whole has "command" and "url"`,
    () => 'Rename one of the entries, or make them the same type',
  ),
  'tool-name-collision': define(
    'warning',
    'In the names of tools both servers are spelled alike, so tools of one hide those of the other.',
    (a: { other: string; as: string }) => `Tools of this server and of ${quote(a.other)} are both called ${a.as}…`,
    () => 'Rename one of the two',
  ),
  'tool-name-long': define(
    'warning',
    'Names of tools hold the name of their server and may have 64 characters.',
    (a: { left: number }) => `The name leaves ${a.left} characters for the names of tools`,
    () => 'Give the server a shorter name',
  ),
  'command-needs-cmd': define(
    'error',
    'On Windows the command is a script, which a client that uses no shell cannot start.',
    (a: { command: string; client: string }) => `${a.client} cannot start ${quote(a.command)} on Windows`,
    () => 'Start it through cmd: "command": "cmd", "args": ["/c", …]',
  ),
  'cmd-elsewhere': define(
    'error',
    'The server is started through the command interpreter of Windows, which is not there on this system.',
    (_: Record<never, never>) => '"cmd /c" exists on Windows only',
    () => 'Write the command itself',
  ),
  'file-readable': define(
    'warning',
    'A file of the user that holds secrets may be read by others on this machine.',
    (a: { mode: string }) => `The file holds secrets and others may read it (mode ${a.mode})`,
    () => 'Let only its owner read it: chmod 600',
  ),
  'transport-suspect': define(
    'warning',
    'The address looks like one of another transport than the entry says or the client takes for granted.',
    (a: { transport: string; looks: string }) => `The address looks like ${a.looks}, but is used as ${a.transport}`,
    (a) => `Check the type: ${a.looks} instead of ${a.transport}`,
  ),
  'transport-unsupported': define(
    'error',
    'The client cannot use servers of this transport.',
    (a: { transport: string; client: string }) => `${a.client} cannot use ${a.transport} servers`,
    () => 'Use another transport of the server, or another client',
  ),
  'url-insecure': define(
    'warning',
    'Everything sent to this address, tokens too, can be read on the way.',
    (a: { host: string }) => `Everything sent to ${a.host}, tokens too, can be read on the way`,
    () => 'Use an address that starts with https',
  ),
  'off-but-started': define(
    'error',
    'The entry says that the server is off, but the client does not listen to that switch and starts the server.',
    (a: { key: string; client: string }) => `${a.client} ignores "${a.key}" and starts this server`,
    (a) => `Switch the server off in the way ${a.client} has for it`,
  ),
  'type-rejected': define(
    'error',
    'The client does not know this word for a transport.',
    (a: { type: string; client: string; allowed: readonly string[] }) =>
      `${a.client} does not know the type ${quote(a.type)}`,
    (a) => `Use one of ${a.allowed.join(', ')}`,
  ),
  'keys-exclude': define(
    'error',
    'The client refuses an entry with both keys.',
    (a: { key: string; beside: string; client: string }) => `${a.client} refuses "${a.key}" beside "${a.beside}"`,
    (a) => `Remove "${a.key}"`,
  ),
  'key-missing': define(
    'error',
    'The client passes over an entry without this key.',
    (a: { key: string; client: string }) => `${a.client} does not load the entry without "${a.key}"`,
    (a) => `Add "${a.key}"`,
  ),
  'number-refused': define(
    'error',
    'The client refuses this number.',
    (a: { key: string; needs: string; client: string }) => `${a.client} needs ${a.needs} for "${a.key}"`,
    (a) => `Write ${a.needs}`,
  ),
  'file-reference-missing': define(
    'error',
    'The configuration takes a text from a file that is not there.',
    (a: { path: string; client: string }) => `${a.client} takes a text from ${a.path}, which is not there`,
    () => 'Make the file, or remove the reference',
  ),
  'reference-refused': define(
    'error',
    'The client reads nothing of a project file with such a reference in it.',
    (a: { reference: string; client: string }) => `${a.client} accepts no ${a.reference} in the file of a project`,
    (a) => `Move the entry to the user file of ${a.client}, or write the value`,
  ),
  'name-unusable': define(
    'error',
    'The client cannot use this name: it does not fit its rules, or the client keeps it for itself.',
    (a: { name: string; client: string }) => `${a.client} cannot use the name ${quote(a.name)}`,
    () => 'Rename the server',
  ),
  'trust-missing': define(
    'info',
    'The configuration is right. The client asks a person first whether the project may be trusted.',
    (a: { client: string; how: string }) => `${a.client} uses the servers of this project once they are trusted`,
    (a) => `If you have not done so yet: ${a.how}`,
  ),
  'change-interrupted': define(
    'warning',
    'A change by Plugboard was interrupted and is neither finished nor taken back.',
    (a: { title: string }) => `A change was interrupted: ${a.title}`,
    () => 'The next change repairs it',
  ),
  'ledger-stale': define(
    'info',
    'Plugboard remembers what it has put into a file that is no longer there.',
    (a: { path: string }) => `There are notes about ${a.path}, which is gone`,
    () => 'Remove the notes, unless the file comes back',
  ),
} as const;
