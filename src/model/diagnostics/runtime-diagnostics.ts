import { define, quote } from './diagnostic-entry.ts';

/** Diagnostics about running servers and their tools. */
export const runtimeDiagnostics = {
  'value-left-out': define(
    'error',
    'A value of a server cannot be resolved, so the server is used without it.',
    (a: { server: string; problem: string }) => `${a.server}: ${a.problem}`,
    () => 'Correct the value; --strict skips servers with unresolved values',
  ),
  'history-shallow': define(
    'warning',
    'The repository is a shallow clone, so that older versions of its files cannot be scanned.',
    (_: Record<never, never>) => 'The clone is shallow: older versions of the files are not in it',
    () => 'Fetch the rest with: git fetch --unshallow',
  ),
  'secret-as-argument': define(
    'warning',
    'The value of a secret was given as an argument of a command.',
    (a: { name: string }) =>
      `The value of ${a.name} was an argument: other users can see it while this runs, and your shell remembers it`,
    () => 'Give it at the prompt or on standard input, and replace it where it was issued if others use this machine',
  ),
  'passphrase-unavailable': define(
    'warning',
    'An entry would start a server with secrets of a vault behind a passphrase, in a client that does not have the passphrase.',
    (a: { client: string }) =>
      `The vault is behind a passphrase, which ${a.client} does not have when it is started from the desktop: the server could not start there`,
    () =>
      'Write the passphrase to a file that only you can read, set PLUGBOARD_PASSPHRASE_FILE to its path and plan again, or use another vault',
  ),
  'secrets-wanted': define(
    'warning',
    'A plan of an assistant adds a server to the catalog that would get secrets of the vault.',
    (a: { name: string; secrets: string }) => `Server ${quote(a.name)} would get ${a.secrets} from the vault`,
    () => 'Consent only if you trust what it starts with these secrets',
  ),
  'secrets-withheld': define(
    'warning',
    'A server that someone else wrote, in a text, a link or a file, asks for secrets of the vault. It gets them only if you allow it.',
    (a: { name: string; wanted: string; receiver: string; command: string }) =>
      `Server ${quote(a.name)} asks the vault for ${a.wanted}, for ${a.receiver}. It does not get that by being added`,
    (a) => `If you trust it with that: ${a.command}`,
  ),
  'variable-sent': define(
    'warning',
    'An install link hands one of your variables to a server, under another name or in a header, an argument or an address.',
    (a: { name: string; variable: string; place: string; receiver: string }) =>
      `Server ${quote(a.name)} sends your variable ${a.variable} to ${a.receiver}, as ${a.place}`,
    () => 'Keep it only if that server may have the value',
  ),
  'stdout-polluted': define(
    'warning',
    'A server writes text to standard output, which is reserved for MCP messages. Some clients disconnect such a server.',
    (a: { server: string; line: string }) =>
      `${a.server}: wrote text to standard output that is not an MCP message: ${quote(a.line)}`,
    () => 'Configure the server to log to standard error',
  ),
  'question-declined': define(
    'warning',
    'A server asked for input outside a terminal, so the request was declined.',
    (a: { server: string; asked: string }) =>
      `${a.server} asked for input, which was declined because this is not a terminal: ${a.asked}`,
    () => 'Run the command in a terminal to answer',
  ),
  'tool-names-alike': define(
    'warning',
    'Several tools would have the same name, so each gets a longer one.',
    (a: { name: string; tools: readonly string[] }) =>
      `${a.tools.join(' and ')} would all be named ${a.name}, so each has a longer name`,
    () => 'Rename one of the servers',
  ),
  'tool-name-shortened': define(
    'warning',
    'A tool name is longer than models accept, so it is shortened.',
    (a: { tool: string; as: string }) => `The name of ${a.tool} is too long for models, so it is shortened to ${a.as}`,
    () => 'Give the server a shorter name',
  ),
  'tool-unusable': define(
    'warning',
    'A server lists an invalid tool. Its other tools can be used.',
    (a: { server: string; tool: string; why: string }) => `${a.server}: ${a.tool} ${a.why}`,
    () => 'Report it to the maintainers of the server',
  ),
  'tool-text-hidden': define(
    'warning',
    'Text that a server sends to models contains invisible characters. They may be hidden instructions.',
    (a: { server: string; where: string; what: string; says?: string }) =>
      `${a.server}: ${a.where} contains invisible text: ${a.what}${a.says === undefined ? '' : `, spelling ${quote(a.says)}`}`,
    () => 'Do not use the server unless you know why the text is there',
  ),
  'tool-changed': define(
    'warning',
    'A server describes its tools differently than when they were accepted.',
    (a: { server: string; changes: readonly string[] }) =>
      `${a.server}: changed since it was accepted: ${a.changes.join(', ')}`,
    (a) => `To accept the changes: plugboard reload ${a.server} --accept`,
  ),
} as const;
