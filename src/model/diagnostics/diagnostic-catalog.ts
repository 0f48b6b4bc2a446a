import { define, quote } from './diagnostic-entry.ts';
import { doctorDiagnostics } from './doctor-diagnostics.ts';
import { runtimeDiagnostics } from './runtime-diagnostics.ts';
import { syncDiagnostics } from './sync-diagnostics.ts';

const options = (items: readonly string[]): string => items.map(quote).join('|');

const typeFixes: Readonly<Record<string, string>> = {
  env: 'Ensure all env values are strings',
  headers: 'Ensure all header values are strings',
  args: 'Ensure args is a list of strings',
  document: 'The file must contain an object',
};

interface Rejectable {
  /** Whether the value is refused. In a file that already has it, it is ignored instead. */
  readonly isRejected?: boolean;
}

const ignoredUnless = (isRejected = false): string => (isRejected ? '' : '; it is ignored');

/**
 * Every diagnostic: its severity, a summary for the documentation, its message, and the fix. The codes are stable,
 * because scripts and the documentation refer to them.
 */
export const catalog = {
  syntax: define(
    'error',
    'The text cannot be parsed.',
    (a: { format: string; problem: string; hint?: string }) => `${a.format} syntax error: ${a.problem}`,
    (a) => `Check ${a.format} syntax${a.hint ? `: ${a.hint}` : ''}`,
  ),
  'gateway-config': define(
    'error',
    'A setting in `gateway.json` is invalid.',
    (a: { at: string; problem: string }) => (a.at === '' ? a.problem : `${a.at}: ${a.problem}`),
    (a) => (a.at === '' ? 'Correct the file, or remove the setting' : `Correct or remove ${a.at}`),
  ),
  'policy-invalid': define(
    'error',
    'A policy cannot be applied. Until it is corrected, nothing is added or started where it applies.',
    (a: { at: string; problem: string }) => (a.at === '' ? a.problem : `${a.at}: ${a.problem}`),
    (a) => (a.at === '' ? 'Correct the file' : `Correct ${a.at}`),
  ),
  'lock-invalid': define(
    'error',
    '`plugboard.lock` is invalid.',
    (a: { at: string; problem: string }) => (a.at === '' ? a.problem : `${a.at}: ${a.problem}`),
    () => 'Restore the file, or remove it and run: plugboard lock',
  ),
  'lock-outdated': define(
    'warning',
    'A server is not in `plugboard.lock` as it is defined, or not at all.',
    (a: { name: string; problem: string }) => `"${a.name}" is not locked: ${a.problem}`,
    () => 'Lock it: plugboard lock --update',
  ),
  'json-comment': define(
    'error',
    'The file must be strict JSON but contains a comment, so its client rejects the whole file.',
    (_: Record<never, never>) => 'JSON syntax error: comments are not allowed in this file',
    () => 'Check JSON syntax: remove the comment',
  ),
  'json-trailing-comma': define(
    'error',
    'The file must be strict JSON but has a comma after the last item.',
    (_: Record<never, never>) => 'JSON syntax error: trailing comma',
    () => 'Check JSON syntax: remove the comma',
  ),
  'duplicate-key': define(
    'error',
    'A key is defined twice, and parsers disagree about which value wins. Such a file is never edited.',
    (a: { key: string; firstLine: number }) => `${quote(a.key)} is already defined on line ${a.firstLine}`,
    (a) => `Keep one of the two definitions of ${quote(a.key)}`,
  ),
  'run-field-unreadable': define(
    'error',
    'A client runs this value, but its form is not the expected one, so what would run cannot be shown.',
    (a: { key: string; clients: readonly string[] }) =>
      `${quote(a.key)}, which ${a.clients.join(', ')} would run, has an unexpected form`,
    (a) => `Correct ${quote(a.key)}, or remove it`,
  ),
  'project-sets-trust': define(
    'warning',
    'A project makes a client ask for fewer confirmations. This counts only in the project itself: it is left out when the server is copied, imported or synced elsewhere.',
    (a: { key: string; clients: readonly string[] }) =>
      `${quote(a.key)} makes ${a.clients.join(', ')} ask for fewer confirmations`,
    (a) => `Remove ${quote(a.key)}, and let everyone decide for themselves`,
  ),
  'too-many-servers': define(
    'error',
    'The file has more than 10,000 servers. None of them is read, so that one file cannot slow down every command.',
    (a: { count: number; limit: number }) => `The file has ${a.count} servers; the limit is ${a.limit}`,
    () => 'Remove servers, or move some to another file',
  ),
  encoding: define(
    'error',
    'The file is not UTF-8 text. It is never edited, because saving it would change bytes that could not be decoded.',
    (a: { found: string }) => `The file is not UTF-8 text (${a.found})`,
    () => 'Save the file as UTF-8',
  ),
  unreadable: define(
    'error',
    'The file cannot be read.',
    (a: { reason: string; remedy?: string }) => `Cannot read the file: ${a.reason}`,
    (a) => a.remedy ?? 'Check that the file exists and that you have permission to read it',
  ),
  'no-servers': define(
    'warning',
    'The file has none of the keys that hold servers.',
    (a: { keys: readonly string[] }) => `No servers found: the file has no key ${options(a.keys)}`,
    (a) => `Add the servers as an object under ${quote(a.keys[0] ?? 'servers')}`,
  ),
  'other-client': define(
    'error',
    'The text is in the format of another client than the one given.',
    (a: { client: string; likely: string; id: string }) =>
      `Not a config of ${a.client}; it looks like a config of ${a.likely}`,
    (a) => `Use --from ${a.id}`,
  ),
  'wrong-type': define(
    'error',
    'A field has the wrong type.',
    (a: { field: string; expected: string; received: string }) =>
      `Invalid input: expected ${a.expected}, received ${a.received}`,
    (a) => typeFixes[a.field] ?? `Make ${a.field} ${/^[aeiou]/.test(a.expected) ? 'an' : 'a'} ${a.expected}`,
  ),
  'unknown-transport': define(
    'error',
    'The transport is unknown.',
    (a: { received: string; allowed: readonly string[] }) =>
      `Invalid option: expected one of ${options(a.allowed)}, received ${a.received}`,
    (a) => `Use one of ${a.allowed.join(', ')}`,
  ),
  'command-missing': define(
    'error',
    'A stdio server has no command.',
    (_: Record<never, never>) => 'A stdio server needs "command"',
    () => 'Check command exists and is executable',
  ),
  'command-empty': define(
    'error',
    'The command of a stdio server is empty.',
    (_: Record<never, never>) => 'Command cannot be empty',
    () => 'Check command exists and is executable',
  ),
  'url-missing': define(
    'error',
    'A remote server has no URL.',
    (a: { transport: string }) => `A server of type ${a.transport} needs "url"`,
    () => 'Verify URL format',
  ),
  'url-invalid': define(
    'error',
    'The URL is not an http or https URL. A URL with a reference is checked after the reference is resolved.',
    (_: Record<never, never>) => 'Must be a valid URL that starts with http:// or https://',
    () => 'Verify URL format',
  ),
  'command-and-url': define(
    'error',
    'A server has either a command (local) or a URL (remote). With both, clients disagree about which one to use.',
    (_: Record<never, never>) => '"command" and "url" are mutually exclusive',
    () => 'Keep "command" for a local server or "url" for a remote one',
  ),
  'transport-inferred': define(
    'warning',
    'A remote server has no type. Clients infer it differently: some assume http, some assume sse, some skip the entry.',
    (a: { transport: string }) => `No type given; assuming ${a.transport}`,
    (a) => `Add "type": ${quote(a.transport)}`,
  ),
  'name-empty': define(
    'error',
    'A server name is empty.',
    (_: Record<never, never>) => 'Server name cannot be empty',
    () => 'Give the server a name',
  ),
  'name-too-long': define(
    'warning',
    'A server name is longer than 100 characters. Clients accept it, but Plugboard does not create such a name.',
    (a: { length: number; max: number }) => `Server name is too long: ${a.length} characters, the limit is ${a.max}`,
    () => 'Shorten the name',
  ),
  'name-characters': define(
    'warning',
    'A server name contains a character that some clients do not support. Plugboard does not create such a name.',
    (a: { name: string }) => `Server name ${quote(a.name)} may only contain letters, digits, ".", "_" and "-"`,
    () => 'Rename the server',
  ),
  'name-confusable': define(
    'warning',
    'A name mixes look-alike letters from different alphabets, so it can be mistaken for another name.',
    (a: { name: string }) => `The name ${quote(a.name)} mixes look-alike letters from different alphabets`,
    () => 'Check that this is the server you expect, and rename it with plain letters',
  ),
  'link-outside': define(
    'warning',
    'A project file is a symbolic link to a file outside the project, and a change would be written there.',
    (a: { target: string }) => `This file links outside the project: the change is written to ${a.target}`,
    () => 'Check that you want to change that file, or replace the link with a file',
  ),
  'entry-parked': define(
    'info',
    'A server is disabled by parking its entry outside the file, because its client has no switch for it.',
    (a: { name: string; client: string; why: string; command: string }) =>
      `${quote(a.name)} is parked by Plugboard and not in this file: ${a.client} has ${a.why}`,
    (a) => `Restore it with: ${a.command}`,
  ),
  'off-elsewhere': define(
    'info',
    'A server is enabled in this project and still disabled in others, because the client has one list per project.',
    (a: { name: string; client: string; projects: number; command: string }) =>
      `${quote(a.name)} is enabled in this project and still disabled in ${a.projects === 1 ? '1 other' : `${a.projects} others`}: ${a.client} has one list per project`,
    (a) => `Enable it in all projects with: ${a.command}`,
  ),
  'name-differs': define(
    'warning',
    'The name inside an entry differs from its key. The key is used.',
    (a: { name: string; key: string }) => `The name ${quote(a.name)} is ignored; the key ${quote(a.key)} is used`,
    () => 'Remove the name, or set it to the key',
  ),
  'switch-ignored': define(
    'warning',
    'The on/off switch of a server is not a boolean, so it is ignored.',
    (a: { field: string; received: string } & Rejectable) =>
      `"${a.field}" must be true or false, not ${a.received}${ignoredUnless(a.isRejected)}`,
    (a) => `Write "${a.field}": true or "${a.field}": false`,
  ),
  'switch-conflict': define(
    'warning',
    '"enabled" and "disabled" contradict each other.',
    (_: Record<never, never>) => '"enabled" and "disabled" contradict each other; "enabled" is used',
    () => 'Remove one of the two',
  ),
  'timeout-ignored': define(
    'warning',
    'A timeout is not a number greater than 0, so it is ignored.',
    (a: { received: string } & Rejectable) =>
      `"timeout" must be a number greater than 0, not ${a.received}${ignoredUnless(a.isRejected)}`,
    () => 'Set "timeout" to a number greater than 0',
  ),
  'retries-ignored': define(
    'warning',
    'The number of retries is not a whole number of at least 0, so it is ignored.',
    (a: { received: string } & Rejectable) =>
      `"retries" must be a whole number of at least 0, not ${a.received}${ignoredUnless(a.isRejected)}`,
    () => 'Set "retries" to a whole number',
  ),
  'platform-unknown': define(
    'warning',
    'A platform is unknown.',
    (a: { platform: string; allowed: readonly string[] }) => `Unknown platform ${a.platform}`,
    (a) => `Use one of ${a.allowed.join(', ')}`,
  ),
  'auth-unknown': define(
    'warning',
    'The type of authentication is unknown, so it is ignored.',
    (a: { received: string }) => `Unknown type of authentication: ${a.received}`,
    () => 'Use "auth": { "type": "oauth" }',
  ),
  'field-unused': define(
    'warning',
    'A field has no effect with this transport.',
    (a: { field: string; transport: string }) => `"${a.field}" has no effect on a server of type ${a.transport}`,
    (a) => `Remove "${a.field}", or change the type`,
  ),
  'type-missing': define(
    'error',
    'The client skips the entry, or rejects the whole file, because the entry has no type.',
    (a: { key: string; client: string }) => `${a.client} requires "${a.key}" here`,
    (a) => `Add "${a.key}"`,
  ),
  'server-referenced': define(
    'warning',
    'A setting refers to the tools of a server that is about to be removed or renamed.',
    (a: { as: string; instead?: string | undefined }) => `${quote(a.as)} refers to this server`,
    (a) =>
      a.instead === undefined ? `Remove ${quote(a.as)}, or keep the server` : `Write ${quote(a.instead)} instead`,
  ),
  'key-ignored': define(
    'warning',
    'The client ignores this key of an entry, whatever its value.',
    (a: { key: string; client: string }) => `${a.client} ignores "${a.key}"`,
    (a) => `Remove "${a.key}", or use the setting that ${a.client} has for it`,
  ),
  'key-used-by-plugboard': define(
    'info',
    'The client ignores this key of an entry, but Plugboard uses it when it starts or contacts the server itself.',
    (a: { key: string; client: string }) => `${a.client} ignores "${a.key}"; Plugboard uses it`,
    (a) => `Keep it for Plugboard; do not rely on it in ${a.client}`,
  ),
  'reference-unexpanded': define(
    'warning',
    'The client does not expand references, so the server receives the literal text.',
    (a: { reference: string; client: string }) => `${a.client} does not expand ${a.reference}`,
    () => 'Pass the variable in the way the client supports, or write the value',
  ),
  ...doctorDiagnostics,
  ...runtimeDiagnostics,
  ...syncDiagnostics,
} as const;
