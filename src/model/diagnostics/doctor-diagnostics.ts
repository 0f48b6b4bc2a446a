import { quoteWord } from '../shell/quote-word.ts';
import { define, quote } from './diagnostic-entry.ts';

const becomes = {
  literal: 'uses the literal text instead',
  empty: 'uses an empty string instead',
  stops: 'does not start the server',
} as const;

/** Diagnostics that need more than one file: the machine, the other files, and the behavior of the client. */
export const doctorDiagnostics = {
  'command-not-found': define(
    'error',
    'The command of a server does not exist, so the server cannot start.',
    (a: { command: string }) => `Command ${quote(a.command)} not found`,
    () => 'Install it, or write the full path of the program',
  ),
  'command-not-executable': define(
    'error',
    'The file at the path of the command is not executable.',
    (a: { path: string }) => `${a.path} is not executable`,
    (a) => `Make it executable: chmod +x ${a.path}`,
  ),
  'command-not-on-app-path': define(
    'warning',
    'The command is on the PATH of a terminal. An app started from the desktop has a shorter PATH and may not find it.',
    (a: { command: string; client: string }) =>
      `${a.client} may not find ${quote(a.command)} when it is started from the desktop`,
    () => 'Write the absolute path; a script such as npx also needs a PATH in "env" with the programs it starts',
  ),
  'cwd-missing': define(
    'error',
    'The working directory of a server does not exist.',
    (a: { cwd: string }) => `The directory ${a.cwd} does not exist`,
    () => 'Create the directory, or correct "cwd"',
  ),
  'secret-unreadable': define(
    'error',
    'A value of the vault cannot be read, so servers that need it do not start.',
    (a: { name: string; why: string }) => `The vault has no usable value for ${quote(a.name)}: ${a.why}`,
    (a) => `Store it again: plugboard secrets rotate ${quoteWord(a.name)}`,
  ),
  'vault-unreadable': define(
    'error',
    'The list of secrets cannot be read, so no server gets a value from a vault.',
    (a: { path: string; why: string; remedy: string }) => `${a.path} cannot be used: ${a.why}`,
    (a) => `${a.remedy.charAt(0).toUpperCase()}${a.remedy.slice(1)}`,
  ),
  'variable-unset': define(
    'warning',
    'A reference without a default names a variable that is not set.',
    (a: { variable: string; client: string; becomes?: keyof typeof becomes }) =>
      `${a.variable} is not set${a.becomes ? `; ${a.client} ${becomes[a.becomes]}` : ''}`,
    (a) => `Set ${a.variable} in the environment that ${a.client} is started from`,
  ),
  'secret-missing': define(
    'error',
    'A launcher needs a secret that no vault has.',
    (a: { secret: string }) => `The server does not start, because there is no secret named ${a.secret}`,
    (a) => `Store it with: plugboard secrets set ${a.secret}`,
  ),
  'secret-withheld': define(
    'error',
    'A launcher was not given the secrets that it needs. It may have been changed since.',
    (a: { server: string; secrets: string }) => `The server does not start, because it was not given ${a.secrets}`,
    (a) => `Give them to it with: plugboard secrets allow ${a.server}`,
  ),
  'served-missing': define(
    'error',
    'An entry serves a server that the catalog does not have.',
    (a: { name: string }) => `This entry serves nothing, because the catalog has no server named ${a.name}`,
    () => 'Add the server to the catalog, or remove the entry',
  ),
  'plain-secret': define(
    'warning',
    'The file contains a secret in plain text. Anyone who can read the file, or a copy of it, has the secret.',
    (a: { name: string }) => `${a.name} contains a secret in plain text`,
    () => 'Move it to a variable and write a reference; rotate the secret if others may have seen it',
  ),
  'policy-violated': define(
    'error',
    'A policy refuses a server that a file defines.',
    (a: { name: string; problem: string }) => `A policy does not allow "${a.name}": ${a.problem}`,
    (a) => `See all rules: plugboard policy explain ${a.name}`,
  ),
  'package-unpinned': define(
    'info',
    'The package has no version, so each start may run a different version.',
    (a: { package: string }) => `${a.package} is not pinned to a version`,
    () => 'Add the exact version to the package name',
  ),
  'server-shadowed': define(
    'info',
    'The entry is shadowed by another entry with the same name, so it has no effect.',
    (a: { by: string; why: string }) => `This entry has no effect: ${a.by} ${a.why}`,
    () => 'Remove the entry you do not need, or rename it',
  ),
  'server-not-read': define(
    'warning',
    'The client does not read servers from this file.',
    (a: { client: string }) => `${a.client} does not read servers from this file`,
    (a) => `Move the entry to a file that ${a.client} reads`,
  ),
  'server-twice': define(
    'warning',
    'A client has the same server under two names, so it starts twice and every tool is listed twice.',
    (a: { other: string }) => `This is the same server as ${quote(a.other)}`,
    () => 'Remove one of the two',
  ),
  'server-differs': define(
    'info',
    'Clients define the same name differently.',
    (a: { name: string; clients: readonly string[] }) =>
      `${quote(a.name)} is defined differently in ${a.clients.join(' and ')}`,
    () => 'Sync them if they should be the same server',
  ),
  'merged-command-and-url': define(
    'error',
    'The client merges the entries with this name field by field, and the result has both a command and a URL.',
    (a: { client: string }) =>
      `${a.client} merges the entries with this name, and the result has both "command" and "url"`,
    () => 'Rename one of the entries, or give both the same type',
  ),
  'tool-name-collision': define(
    'warning',
    'Tool names contain the server name, and both server names become the same prefix, so one server hides tools of the other.',
    (a: { other: string; as: string }) => `Tools of this server and of ${quote(a.other)} have the same prefix ${a.as}`,
    () => 'Rename one of the two',
  ),
  'tool-name-long': define(
    'warning',
    'Tool names contain the server name and are limited to 64 characters.',
    (a: { left: number }) => `The server name leaves ${a.left} characters for tool names`,
    () => 'Give the server a shorter name',
  ),
  'command-needs-cmd': define(
    'error',
    'On Windows the command is a script, which a client cannot start without a shell.',
    (a: { command: string; client: string }) => `${a.client} cannot start ${quote(a.command)} on Windows`,
    () => 'Start it through cmd: "command": "cmd", "args": ["/c", …]',
  ),
  'cmd-elsewhere': define(
    'error',
    'The server is started through the Windows command interpreter, which this system does not have.',
    (_: Record<never, never>) => '"cmd /c" exists on Windows only',
    () => 'Remove "cmd /c" and write the command itself',
  ),
  'file-readable': define(
    'warning',
    'A user file that contains secrets is readable by other users of this machine.',
    (a: { mode: string }) => `The file contains secrets and other users can read it (mode ${a.mode})`,
    () => 'Restrict it to its owner: chmod 600',
  ),
  'transport-suspect': define(
    'warning',
    'The URL looks like another transport than the entry names or the client assumes.',
    (a: { transport: string; looks: string }) => `The URL looks like ${a.looks}, but is used as ${a.transport}`,
    (a) => `Check the type: ${a.looks} instead of ${a.transport}`,
  ),
  'transport-unsupported': define(
    'error',
    'The client does not support this transport.',
    (a: { transport: string; client: string }) => `${a.client} does not support ${a.transport} servers`,
    () => 'Use another transport of the server, or another client',
  ),
  'url-insecure': define(
    'warning',
    'Everything sent to this URL, including tokens, is unencrypted.',
    (a: { host: string }) => `Everything sent to ${a.host}, including tokens, is unencrypted`,
    () => 'Use a URL that starts with https',
  ),
  'off-but-started': define(
    'error',
    'The entry disables the server, but the client ignores that key and starts the server.',
    (a: { key: string; client: string }) => `${a.client} ignores "${a.key}" and starts this server`,
    (a) => `Disable the server with the setting that ${a.client} has for it`,
  ),
  'type-rejected': define(
    'error',
    'The client does not support this value of the transport type.',
    (a: { type: string; client: string; allowed: readonly string[] }) =>
      `${a.client} does not support the type ${quote(a.type)}`,
    (a) => `Use one of ${a.allowed.join(', ')}`,
  ),
  'keys-exclude': define(
    'error',
    'The client rejects an entry with both keys.',
    (a: { key: string; beside: string; client: string }) =>
      `${a.client} rejects "${a.key}" together with "${a.beside}"`,
    (a) => `Remove "${a.key}"`,
  ),
  'key-missing': define(
    'error',
    'The client rejects an entry without this key.',
    (a: { key: string; client: string }) => `${a.client} rejects an entry without "${a.key}"`,
    (a) => `Add "${a.key}"`,
  ),
  'number-refused': define(
    'error',
    'The client rejects this number.',
    (a: { key: string; needs: string; client: string }) => `${a.client} requires ${a.needs} for "${a.key}"`,
    (a) => `Use ${a.needs}`,
  ),
  'file-reference-missing': define(
    'error',
    'The config refers to a file that does not exist.',
    (a: { path: string; client: string }) => `${a.client} reads a value from ${a.path}, which does not exist`,
    () => 'Create the file, or remove the reference',
  ),
  'reference-refused': define(
    'error',
    'The client rejects a whole project file that contains such a reference.',
    (a: { reference: string; client: string }) => `${a.client} does not accept ${a.reference} in a project file`,
    (a) => `Move the entry to the user file of ${a.client}, or write the value`,
  ),
  'value-in-client-store': define(
    'warning',
    'The value of a variable may be only in the secret store of the client that the server was copied from.',
    (a: { variable: string; from: string; store: string }) =>
      `${a.variable} is not set here; ${a.from} takes it from ${a.store}`,
    (a) => `Set the environment variable ${a.variable}`,
  ),
  'file-key-missing': define(
    'error',
    'The client rejects a whole file without this text.',
    (a: { key: string; client: string }) => `${a.client} uses no server of a file without the text "${a.key}"`,
    (a) => `Add "${a.key}" at the top of the file`,
  ),
  'file-rejected': define(
    'warning',
    'The client uses no server of the file, because it rejects the whole file when one entry is invalid.',
    (a: { client: string; server: string }) =>
      `${a.client} uses no server of this file while ${quote(a.server)} is invalid`,
    (a) => `Correct or remove ${quote(a.server)}`,
  ),
  'name-unusable': define(
    'error',
    'The client does not accept this name: it breaks a naming rule of the client or is reserved.',
    (a: { name: string; client: string }) => `${a.client} does not accept the name ${quote(a.name)}`,
    () => 'Rename the server',
  ),
  'trust-missing': define(
    'info',
    'The config is correct, but the client starts the servers of a project only after you trust them.',
    (a: { client: string; how: string }) => `${a.client} uses the servers of this project only after you trust them`,
    (a) => `If you have not done so yet: ${a.how}`,
  ),
  'config-sets-unreadable': define(
    'error',
    'The directory of config sets cannot be read.',
    (a: { reason: string }) => `Cannot read the directory of config sets: ${a.reason}`,
    () => 'Check that it is a directory that you have permission to read',
  ),
  'change-interrupted': define(
    'warning',
    'A change by Plugboard was interrupted and is neither finished nor rolled back.',
    (a: { title: string }) => `A change was interrupted: ${a.title}`,
    () => 'The next change repairs it',
  ),
  'ledger-stale': define(
    'info',
    'Plugboard has records about a file that no longer exists.',
    (a: { path: string }) => `Plugboard has records about ${a.path}, which no longer exists`,
    () => 'Remove the records, unless the file comes back',
  ),
  'second-target': define(
    'warning',
    'An entry has two different addresses or commands under several keys. Clients differ in which one they use; `plugboard list` shows the one that the client of the file uses, as far as that is known.',
    (a: { key: string }) => `${quote(a.key)} is a second, different address or command of this entry`,
    (a) => `Remove ${quote(a.key)}, or the other one`,
  ),
  'byte-order-mark': define(
    'error',
    'The file begins with a byte order mark, so its client rejects the whole file.',
    (_: Record<never, never>) => 'the file begins with a byte order mark, which its client does not accept',
    () => 'Save the file as UTF-8 without a byte order mark',
  ),
} as const;
