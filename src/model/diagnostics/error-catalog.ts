import { count } from '../count.ts';
import { type SwitchPlace, switchCommand } from '../switch-command.ts';
import { agentErrors } from './agent-errors.ts';
import type { Diagnostic } from './diagnostic.ts';
import { define } from './error-entry.ts';
import { lockErrors } from './lock-errors.ts';
import { type Loss, lossInWords } from './loss.ts';
import { policyErrors } from './policy-errors.ts';
import { programErrors } from './program-errors.ts';
import { registryErrors } from './registry-errors.ts';
import { secretErrors } from './secret-errors.ts';
import { syncErrors } from './sync-errors.ts';

function suggestion(near: string | undefined): string {
  return near === undefined ? '' : `. Did you mean "${near}"?`;
}

/** Every error that ends an operation. The codes are stable. */
export const errorCatalog = {
  usage: define('The request is invalid, whatever the files contain.', (data: { message: string }) => data.message),
  'document-malformed': define(
    'The text cannot be parsed, or defines a key twice, so it is not edited. `data.diagnostics` has positions and reasons.',
    (data: { diagnostics: readonly Diagnostic[] }) =>
      `The document has ${count(data.diagnostics.length, 'error')} and is not changed.`,
  ),
  'path-missing': define(
    'The path to change does not exist in the document.',
    (data: { path: string }) => `${data.path} does not exist.`,
  ),
  'path-taken': define(
    'The new path already exists in the document.',
    (data: { path: string }) => `${data.path} already exists.`,
  ),
  'path-blocked': define(
    'A step of the path is a string, a number or a list instead of a map.',
    (data: { path: string; at: string }) => `${data.path} cannot be set: ${data.at} is not a map.`,
  ),
  'value-inexpressible': define(
    'The format cannot express this value at this path.',
    (data: { path: string; why: string }) => `${data.path} cannot be written: ${data.why}.`,
  ),
  'server-exists': define(
    'A server with this name is already defined there.',
    (data: { name: string; file: string }) => `Server "${data.name}" already exists in ${data.file}`,
  ),
  'server-missing': define(
    'No server with this name is defined there.',
    (data: { name: string; file: string }) => `Unknown server "${data.name}" in ${data.file}`,
  ),
  'switch-without-effect': define(
    'Enabling or disabling the server would have no effect, because another setting overrides it. Nothing is written.',
    (data: { name: string; on: boolean; client: string; file: string; place: SwitchPlace }) =>
      `"${data.name}" would stay ${data.on ? 'disabled' : 'enabled'} in ${data.client}: ${data.file} ${data.on ? 'disables' : 'enables'} it too. Nothing is written.`,
  ),
  'server-unknown': define(
    'No client defines a server with this name. `data.unread` lists the files that could not be read.',
    (data: { name: string; near?: string; unread?: readonly Diagnostic[] }) =>
      `Unknown server "${data.name}"${suggestion(data.near)}`,
  ),
  'server-elsewhere': define(
    'The server is not in the catalog, but clients define it. `data.places` lists them.',
    (data: { name: string; places: readonly string[]; scope?: 'user' | 'project' }) =>
      `Server "${data.name}" is not in ${data.scope === 'project' ? "the project's" : 'your'} catalog, but in ${data.places.join(', ')}`,
  ),
  'server-invalid': define(
    'No client could use the definition. `data.issues` lists the reasons.',
    (data: { name: string; issues: readonly string[]; fix?: string }) =>
      `Invalid server config: ${data.issues.join('; ')}`,
  ),
  'server-referenced': define(
    'Permissions, subagents or hooks still refer to the server. `data.references` lists them.',
    (data: { name: string; references: readonly Diagnostic[] }) =>
      `Server "${data.name}" is still referenced in ${count(data.references.length, 'place')}.`,
  ),
  'server-refused': define(
    'None of the clients can use the server, so it is not written. `data.field` names the field that prevents it.',
    (data: Loss & { server: string }) => lossInWords(data),
  ),
  'written-in-part': define(
    'A part of what was asked for is not written: `data.refused` marks a server that a client cannot use, otherwise the client has no place for `data.field`. The rest is written.',
    (data: Loss & { server: string }) => lossInWords(data),
  ),
  'server-ambiguous': define(
    'The sources of a server define it differently.',
    (data: { name: string; places: readonly string[] }) =>
      `Server "${data.name}" differs between ${data.places.join(' and ')}.`,
  ),
  'no-servers': define(
    'No server is defined there.',
    (data: { where: string; isCatalog?: boolean }) => `There are no servers in ${data.where}.`,
  ),
  'source-missing': define(
    'The source of servers is neither a client nor a file.',
    (data: { source: string; near?: string }) =>
      /[/\\.]/.test(data.source) ? `File not found: ${data.source}.` : `No client or file named ${data.source}.`,
  ),
  'config-directory-missing': define(
    'The directory of config sets does not exist.',
    (data: { path: string }) => `Config directory not found: ${data.path}`,
  ),
  'config-directory-not-directory': define(
    'The path of the config sets is not a directory.',
    (data: { path: string }) => `Config directory is not a directory: ${data.path}`,
  ),
  'config-directory-unreadable': define(
    'The directory of config sets cannot be read.',
    (data: { path: string; reason: string }) => `Config directory cannot be read: ${data.path}: ${data.reason}`,
  ),
  'token-unknown': define(
    'The gateway has no token with this name.',
    (data: { name: string; near?: string }) => `There is no token named "${data.name}"${suggestion(data.near)}`,
  ),
  'token-exists': define(
    'The gateway already has a token with this name.',
    (data: { name: string }) => `There is already a token named "${data.name}". Revoke it first, or use another name.`,
  ),
  'set-unknown': define(
    'The directory of config sets has no set with this name.',
    (data: { name: string; directory: string; near?: string }) =>
      `No set named "${data.name}" in ${data.directory}${suggestion(data.near)}`,
  ),
  'set-exists': define(
    'A config set with this name already exists.',
    (data: { name: string; file: string; link?: string }) =>
      data.link === undefined
        ? `Set "${data.name}" already exists: ${data.file}`
        : `${data.file} is a symbolic link to ${data.link}, which does not exist.`,
  ),
  'set-unusable': define(
    'A config set cannot be used. `data.reason` says why.',
    (data: { name: string; file: string; reason: string; fix?: string; isByPath?: boolean }) =>
      `Set "${data.name}" cannot be used: ${data.reason}`,
  ),
  'translation-lossy': define(
    'A translation that must be lossless has losses.',
    (data: { losses: number }) => `The translation has ${data.losses === 1 ? '1 loss' : `${data.losses} losses`}.`,
  ),
  differs: define(
    'The compared definitions are out of sync. The data has the differences.',
    (data: { summary: string }) => `${data.summary}.`,
  ),
  'budget-exceeded': define(
    'The tools of the servers exceed the token budget. The data has the costs.',
    (data: { tokens: number; budget: number }) =>
      `The tools cost about ${data.tokens} tokens of context, over the budget of ${data.budget}.`,
  ),
  'current-directory-missing': define(
    'The directory that a command was started in has been removed.',
    (_: Record<string, never>) => 'The current directory no longer exists.',
  ),
  'path-undecodable': define(
    'The path of the current directory or of your home is not valid UTF-8.',
    (data: { path: string; what: 'current' | 'home' }) =>
      `The path of ${data.what === 'home' ? 'your home' : 'the current directory'} is not valid UTF-8: ${data.path}`,
  ),
  'file-exists': define(
    'The file to write already exists with different content.',
    (data: { path: string }) => `${data.path} already exists with different content.`,
  ),
  'edit-unverified': define(
    'The edited text would not contain exactly the requested change, so nothing is changed.',
    (data: { path: string }) =>
      `The edit of ${data.path} would not produce the intended document, so nothing was changed.`,
  ),
  conflict: define(
    'A file changed after the plan was made. Nothing is written.',
    (data: { path: string }) => `${data.path} was changed by another program in the meantime, so nothing was written.`,
  ),
  'write-failed': define(
    'A file cannot be written. Files that were already written are restored.',
    (data: { path: string; reason: string }) =>
      `${data.path} cannot be written: ${data.reason}. All files are unchanged.`,
  ),
  'rollback-failed': define(
    'A change failed halfway and could not be rolled back. The next command tries again; `data.backups` has the old texts.',
    (data: { path: string; reason: string; backups: string }) =>
      `Cannot restore ${data.path}: ${data.reason}. Its old text is in ${data.backups}; the next command tries again.`,
  ),
  locked: define(
    'Another Plugboard process holds the write lock for too long.',
    (data: { path: string; pid: number | undefined; seconds: number }) =>
      `Process ${data.pid ?? '(unknown)'} has been writing for ${data.seconds} s. Stop it, or delete ${data.path} if the process does not exist.`,
  ),
  'history-missing': define('The history has no such entry, or nothing to undo.', (data: { id?: string }) =>
    data.id === undefined ? 'Nothing to undo.' : `No change "${data.id}" in the history.`,
  ),
  'backup-missing': define('The change has no backup, or none of this file.', (data: { id: string; file?: string }) =>
    data.file === undefined
      ? `No backup of ${data.id}: the files it changed were new.`
      : `${data.id} has no backup of ${data.file}.`,
  ),
  'place-unsafe': define(
    'A file or directory of Plugboard may have been written by another user, so its content is not trusted.',
    (data: { path: string; why: string; remedy: string }) => `${data.path} is not used: ${data.why}.`,
  ),
  'approvals-unusable': define(
    'The stored approvals cannot be trusted, so no project server counts as approved.',
    (data: { path: string; why: string }) => `${data.path} cannot be used: ${data.why}. Nothing is approved.`,
  ),
  'approval-unknown': define(
    'No server, or more than one, has a fingerprint that starts with the given text.',
    (data: { hash: string; why: 'short' | 'none' | 'several'; least?: number }) =>
      ({
        short: `${data.hash} is too short: give at least ${data.least} characters of the fingerprint.`,
        none: `No server has a fingerprint that starts with ${data.hash}. The definition may have changed.`,
        several: `Several servers have a fingerprint that starts with ${data.hash}. Give more characters.`,
      })[data.why],
  ),
  'connect-failed': define(
    'A server could not be started, or does not respond as an MCP server.',
    (data: { name: string; message: string }) => `Failed to connect to "${data.name}": ${data.message}`,
  ),
  'server-unreachable': define(
    'A server does not respond, or not in time.',
    (data: { name: string; message: string }) => `Failed to connect to "${data.name}": ${data.message}`,
  ),
  'sign-in-needed': define(
    'A server requires authentication, or denies access.',
    (data: { name: string; message: string }) => `Failed to connect to "${data.name}": ${data.message}`,
  ),
  'sign-in-failed': define(
    'The sign-in failed or was refused. `problem` says why.',
    (data: { message: string }) => data.message,
  ),
  'not-signed-in': define('No credentials are stored for the server.', (data: { name: string; reason?: string }) =>
    data.reason === undefined ? `Not signed in to "${data.name}".` : `Not signed in to "${data.name}": ${data.reason}`,
  ),
  'server-disabled': define(
    'The server is disabled, so it is neither started nor contacted.',
    (data: { name: string; place?: SwitchPlace; file?: string; platforms?: readonly string[] }) => {
      if (data.platforms) return `Server "${data.name}" runs only on ${data.platforms.join(', ')}.`;
      if (data.file !== undefined)
        return `Server "${data.name}" is disabled in ${data.file}, which an administrator manages.`;
      return `Server "${data.name}" is disabled. Run ${switchCommand('enable', data.name, data.place)} first.`;
    },
  ),
  'approval-needed': define(
    'The server comes from a project, and its current definition is not approved. `definition` shows what would run.',
    (data: { name: string }) => `Server "${data.name}" needs approval.`,
  ),
  'approval-denied': define(
    'The server was denied, so it is neither started nor written back.',
    (data: { name: string; fingerprint?: string }) => `You denied server "${data.name}".`,
  ),
  'deny-without-effect': define(
    'A project that was denied stays trusted, because servers of it are approved. `data.fingerprints` are theirs.',
    (data: { directory: string; names: readonly string[]; fingerprints: readonly string[] }) =>
      `${data.directory} stays trusted, because you approved ${data.names.map((name) => `"${name}"`).join(', ')} of it.`,
  ),
  'tool-unknown': define(
    'The server has no such tool, or its definition excludes it.',
    (data: { server: string; tool: string; near?: string; isLeftOut?: boolean }) => {
      if (data.isLeftOut) return `The definition of server "${data.server}" excludes its tool "${data.tool}"`;
      return `Server "${data.server}" has no tool "${data.tool}"${suggestion(data.near)}`;
    },
  ),
  'tool-not-accepted': define(
    'The description of the tool changed since it was accepted, so the tool was not called.',
    (data: { server: string; tool: string }) =>
      `Tool "${data.tool}" of server "${data.server}" changed since it was accepted, so it was not called.`,
  ),
  'prompt-unknown': define(
    'The server has no such prompt.',
    (data: { server: string; prompt: string; near?: string }) =>
      `Server "${data.server}" has no prompt "${data.prompt}"${suggestion(data.near)}`,
  ),
  'arguments-invalid': define(
    'The arguments do not match the tool or prompt, so nothing was sent. `data.issues` lists the reasons.',
    (data: { issues: readonly string[]; usage: string }) => data.issues.join('; '),
  ),
  'tool-failed': define(
    'The tool was called and returned an error.',
    (data: { text: string }) => `Error: ${data.text}`,
  ),
  'call-failed': define(
    'The server rejected the request, or its response is invalid.',
    (data: { message: string }) => `MCP error: ${data.message}`,
  ),
  interrupted: define('Ctrl+C was pressed.', (_: Record<never, never>) => 'Interrupted.'),
  'paste-unrecognized': define(
    'The pasted text contains no usable server. `data.why` is the reason, `data.diagnostics` has the positions.',
    (data: { why?: string; diagnostics: readonly Diagnostic[] }) =>
      `${data.why ?? 'No server found in this text'}. Supported are JSON, TOML and YAML of any client, command lines such as "claude mcp add …", "npx …" or "docker run …", URLs, install links, and server.json.`,
  ),
  ...agentErrors,
  ...lockErrors,
  ...registryErrors,
  ...policyErrors,
  ...syncErrors,
  ...secretErrors,
  ...programErrors,
  'page-not-served': define(
    'No page is served for this directory, so there is no page to link to.',
    (data: { project: string }) => `No page is being served for ${data.project}.`,
  ),
  internal: define(
    'A bug in Plugboard.',
    (data: { message: string }) => `Internal error in Plugboard: ${data.message}`,
  ),
} as const;
