import { count } from './count.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type Loss, lossInWords } from './loss.ts';
import { type SwitchPlace, switchCommand } from './switch-command.ts';

export interface ErrorEntry<D> {
  /** When it is raised, for the documentation. */
  readonly summary: string;
  readonly message: (data: D) => string;
}

function define<D>(summary: string, message: ErrorEntry<D>['message']): ErrorEntry<D> {
  return { summary, message };
}

/** Why an operation could not go on. The keys are stable. */
export const errorCatalog = {
  usage: define(
    'What was asked for makes no sense, whatever the files hold.',
    (data: { message: string }) => data.message,
  ),
  'document-malformed': define(
    'The text cannot be parsed, or defines a key twice, so it is not edited. `data.diagnostics` says where and why.',
    (data: { diagnostics: readonly Diagnostic[] }) =>
      `The document has ${count(data.diagnostics.length, 'error')} and is left as it is.`,
  ),
  'path-missing': define(
    'The place to change is not in the document.',
    (data: { path: string }) => `There is no ${data.path}.`,
  ),
  'path-taken': define(
    'Something else already stands at the new place.',
    (data: { path: string }) => `There is already something at ${data.path}.`,
  ),
  'path-blocked': define(
    'A step of the path is a text, a number or a list where a map is needed.',
    (data: { path: string; at: string }) => `${data.path} cannot be set: ${data.at} is not a map.`,
  ),
  'value-inexpressible': define(
    'The format has no way to write this value at this place.',
    (data: { path: string; why: string }) => `${data.path} cannot be written: ${data.why}.`,
  ),
  'target-unknown': define(
    'The client has no file of this scope.',
    (data: { target: string }) => `${data.target} does not exist.`,
  ),
  'server-exists': define(
    'A server of this name is already defined there.',
    (data: { name: string; file: string }) => `Server "${data.name}" already exists in ${data.file}`,
  ),
  'server-missing': define(
    'No server of this name is defined there.',
    (data: { name: string; file: string }) => `There is no server "${data.name}" in ${data.file}`,
  ),
  'switch-without-effect': define(
    'A server would be as it was after it is switched on or off, because something else decides it. Nothing is written.',
    (data: { name: string; on: boolean; client: string; file: string; place: SwitchPlace }) =>
      `"${data.name}" would stay ${data.on ? 'off' : 'on'} in ${data.client}: ${data.file} ${data.on ? 'switches it off' : 'switches it on'} too. Nothing is written.`,
  ),
  'server-unknown': define(
    'No client here defines a server of this name. `data.unread` says which files could not be read.',
    (data: { name: string; near?: string; unread?: readonly Diagnostic[] }) =>
      `There is no server "${data.name}"${data.near === undefined ? '' : `, did you mean ${data.near}?`}`,
  ),
  'server-elsewhere': define(
    'The server is not where it was looked for, but others have it. `data.places` says who.',
    (data: { name: string; places: readonly string[] }) =>
      `Server "${data.name}" is not in your catalog, but in ${data.places.join(', ')}`,
  ),
  'server-invalid': define(
    'The definition could not be used by any client. `data.flaws` says why, one line each.',
    (data: { name: string; flaws: readonly string[] }) => `Invalid server config: ${data.flaws.join('; ')}`,
  ),
  'server-referenced': define(
    'Permissions, subagents or hooks still name the server. `data.references` says where.',
    (data: { name: string; references: readonly Diagnostic[] }) =>
      `Server "${data.name}" is still named in ${count(data.references.length, 'place')}.`,
  ),
  'server-refused': define(
    'None of the clients can use the server, so it is written nowhere. `data.field` says what stands in the way.',
    (data: Loss & { server: string }) => lossInWords(data),
  ),
  'written-in-part': define(
    'A part of what was asked for is not written: `data.refused` marks a server that a client cannot use, otherwise the client has no place for `data.field`. The rest is written.',
    (data: Loss & { server: string }) => lossInWords(data),
  ),
  'server-ambiguous': define(
    'A server is to be taken from several places that define it differently.',
    (data: { name: string; places: readonly string[] }) =>
      `Server "${data.name}" is not the same in ${data.places.join(' and ')}.`,
  ),
  'no-servers': define(
    'There is nothing to work with: no server is defined there.',
    (data: { where: string }) => `There are no servers in ${data.where}.`,
  ),
  'source-missing': define(
    'What servers are to be taken from is neither a client nor a file.',
    (data: { source: string; near?: string }) =>
      /[/\\.]/.test(data.source)
        ? `There is no file ${data.source}.`
        : `There is neither a client nor a file called ${data.source}.`,
  ),
  'config-directory-missing': define(
    'The directory of the config sets is not there.',
    (data: { path: string }) => `Config directory not found: ${data.path}`,
  ),
  'config-directory-not-directory': define(
    'Something stands where the directory of the config sets should be, but it is no directory.',
    (data: { path: string }) => `Config directory is not a directory: ${data.path}`,
  ),
  'config-directory-unreadable': define(
    'The directory of the config sets is there but cannot be looked into.',
    (data: { path: string; reason: string }) => `Config directory cannot be read: ${data.path}: ${data.reason}`,
  ),
  'set-unknown': define(
    'There is no set of servers of this name in the directory of the sets.',
    (data: { name: string; directory: string; near?: string }) =>
      `There is no set "${data.name}" in ${data.directory}${data.near === undefined ? '' : `, did you mean ${data.near}?`}`,
  ),
  'set-exists': define(
    'A set of servers of this name is there already.',
    (data: { name: string; file: string; link?: string }) =>
      data.link === undefined
        ? `Set "${data.name}" already exists: ${data.file}`
        : `${data.file} is a symbolic link to ${data.link}, which does not exist.`,
  ),
  'set-unusable': define(
    'A set of servers cannot be used as it is. `data.reason` says why.',
    (data: { name: string; file: string; reason: string; fix?: string; isByPath?: boolean }) =>
      `Set "${data.name}" cannot be used: ${data.reason}`,
  ),
  'translation-lossy': define(
    'Something would be lost in a translation that must not lose anything.',
    (data: { losses: number }) => `The translation has ${data.losses === 1 ? '1 loss' : `${data.losses} losses`}.`,
  ),
  differs: define(
    'Clients have other servers than they are compared with. What was found is in the data.',
    (data: { summary: string }) => `${data.summary}.`,
  ),
  'budget-exceeded': define(
    'The tools of the servers cost more context than they may. What was found is in the data.',
    (data: { tokens: number; budget: number }) =>
      `The tools cost about ${data.tokens} tokens of context, more than the ${data.budget} they may.`,
  ),
  'current-directory-missing': define(
    'The directory that a command was started in has been removed.',
    (_: Record<string, never>) => 'The current directory no longer exists.',
  ),
  'file-exists': define(
    'The file to write is there already and holds something else.',
    (data: { path: string }) => `${data.path} is there already, and holds something else.`,
  ),
  'edit-unverified': define(
    'The edited text would not hold exactly what was asked for, so nothing is changed.',
    (data: { path: string }) =>
      `The edit of ${data.path} would not give the intended document, so nothing was changed.`,
  ),
  conflict: define(
    'A file is no longer what it was when the change was worked out. Nothing is written.',
    (data: { path: string }) => `${data.path} has been changed by something else since, so nothing was written.`,
  ),
  'write-failed': define(
    'A file cannot be written. Whatever was already written is put back.',
    (data: { path: string; reason: string }) =>
      `${data.path} cannot be written: ${data.reason}. Everything is as it was before.`,
  ),
  'rollback-failed': define(
    'A change failed half-way and could not be put back. The next command tries again; `data.backups` holds the old texts.',
    (data: { path: string; reason: string; backups: string }) =>
      `${data.path} could not be put back: ${data.reason}. Its old text is in ${data.backups}; the next command tries again.`,
  ),
  locked: define(
    'Another Plugboard process is writing and does not finish.',
    (data: { path: string; pid: number | undefined; seconds: number }) =>
      `Process ${data.pid ?? '(unknown)'} has been writing for ${data.seconds} s. End it, or delete ${data.path} if there is no such process.`,
  ),
  'history-missing': define('There is no such entry in the history, or nothing to undo.', (data: { id?: string }) =>
    data.id === undefined ? 'There is nothing to undo.' : `There is no ${data.id} in the history.`,
  ),
  'backup-missing': define(
    'No text is kept that this change has replaced, or none of this file.',
    (data: { id: string; file?: string }) =>
      data.file === undefined
        ? `Nothing is kept of ${data.id}: the files it changed were new.`
        : `${data.id} has no text of ${data.file}.`,
  ),
  'place-unsafe': define(
    'A file or directory of ours could have been written by another user, so nothing in it is relied on.',
    (data: { path: string; why: string; remedy: string }) => `${data.path} is not used: ${data.why}.`,
  ),
  'approvals-unusable': define(
    'What was approved and denied cannot be relied on, so nothing of a project counts as approved.',
    (data: { path: string; why: string }) => `${data.path} cannot be used: ${data.why}. Nothing is approved.`,
  ),
  'approval-unknown': define(
    'No server, or more than one, has a fingerprint that begins like the one given.',
    (data: { hash: string; why: 'short' | 'none' | 'several'; least?: number }) =>
      ({
        short: `${data.hash} is too short: at least ${data.least} characters of the fingerprint are needed.`,
        none: `No server has a fingerprint that begins with ${data.hash}. The definition may have changed since.`,
        several: `Several servers have a fingerprint that begins with ${data.hash}. Give more of it.`,
      })[data.why],
  ),
  'connect-failed': define(
    'A server could not be started, or does not answer as a server does.',
    (data: { name: string; message: string }) => `Failed to connect to "${data.name}": ${data.message}`,
  ),
  'server-unreachable': define(
    'A server does not answer, or not in time.',
    (data: { name: string; message: string }) => `Failed to connect to "${data.name}": ${data.message}`,
  ),
  'sign-in-needed': define(
    'A server wants to know who asks, or does not let this person in.',
    (data: { name: string; message: string }) => `Failed to connect to "${data.name}": ${data.message}`,
  ),
  'sign-in-failed': define(
    'The sign-in failed or was refused. `problem` says why.',
    (data: { message: string }) => data.message,
  ),
  'not-signed-in': define('The server has no sign-in.', (data: { name: string; reason?: string }) =>
    data.reason === undefined ? `Not signed in to "${data.name}".` : `Not signed in to "${data.name}": ${data.reason}`,
  ),
  'server-disabled': define(
    'The server is switched off, so it is neither started nor contacted.',
    (data: { name: string; place?: SwitchPlace; file?: string; platforms?: readonly string[] }) => {
      if (data.platforms) return `Server "${data.name}" is not for this system, only for ${data.platforms.join(', ')}.`;
      if (data.file !== undefined) return `Server "${data.name}" is disabled in ${data.file}, which others manage.`;
      return `Server "${data.name}" is disabled. Run ${switchCommand('enable', data.name, data.place)} first.`;
    },
  ),
  'approval-needed': define(
    'The server is defined by a project and is not approved as it is now. `definition` says what would be run.',
    (data: { name: string }) => `Server "${data.name}" waits for your approval.`,
  ),
  'approval-denied': define(
    'A person has denied the server.',
    (data: { name: string }) => `You have denied server "${data.name}".`,
  ),
  'tool-unknown': define(
    'The server has no such tool, or its definition leaves it out.',
    (data: { server: string; tool: string; near?: string; isLeftOut?: boolean }) => {
      if (data.isLeftOut) return `The definition of server "${data.server}" leaves its tool "${data.tool}" out`;
      return `Server "${data.server}" has no tool "${data.tool}"${data.near === undefined ? '' : `, did you mean ${data.near}?`}`;
    },
  ),
  'tool-not-accepted': define(
    'A server describes the tool differently than when it was accepted, so the tool was not called.',
    (data: { server: string; tool: string }) =>
      `The tool "${data.tool}" of server "${data.server}" changed since it was accepted, so it was not called.`,
  ),
  'prompt-unknown': define(
    'The server has no such prompt.',
    (data: { server: string; prompt: string; near?: string }) =>
      `Server "${data.server}" has no prompt "${data.prompt}"${data.near === undefined ? '' : `, did you mean ${data.near}?`}`,
  ),
  'arguments-invalid': define(
    'The arguments are not what the tool or prompt takes, so nothing was sent. `data.flaws` says why, one line each.',
    (data: { flaws: readonly string[]; usage: string }) => data.flaws.join('; '),
  ),
  'tool-failed': define(
    'The tool was called and reports that it failed.',
    (data: { text: string }) => `Error: ${data.text}`,
  ),
  'call-failed': define(
    'The server refused the request, or its answer makes no sense.',
    (data: { message: string }) => `MCP error: ${data.message}`,
  ),
  interrupted: define('Ctrl+C was pressed.', (_: Record<never, never>) => 'Interrupted.'),
  'paste-unrecognized': define(
    'No server can be made of a pasted text. `data.why` says what stands in the way, `data.diagnostics` where.',
    (data: { why?: string; diagnostics: readonly Diagnostic[] }) =>
      `${data.why ?? 'There is no server in this text'}. Understood are JSON, TOML and YAML of any assistant, command lines such as "claude mcp add …", "npx …" or "docker run …", addresses, install links, and server.json.`,
  ),
  'program-missing': define(
    'The program to start is not on the PATH. `data.install` is a command that installs it.',
    (data: { program: string; install: string }) => `There is no ${data.program} on your PATH.`,
  ),
  'program-unstartable': define(
    'The program is there, but cannot be started.',
    (data: { program: string; reason: string }) => `${data.program} cannot be started: ${data.reason}.`,
  ),
  'page-not-served': define(
    'No page is open for this directory, so there is none to make a link for.',
    (data: { project: string }) => `No page is being served for ${data.project}.`,
  ),
  internal: define(
    'A fault of Plugboard itself.',
    (data: { message: string }) => `Sorry, something went wrong inside Plugboard: ${data.message}`,
  ),
} as const;
