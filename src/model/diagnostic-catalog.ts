import { doctorFindings } from './doctor-findings.ts';
import { define, quote } from './finding-entry.ts';
import { runtimeFindings } from './runtime-findings.ts';

const options = (items: readonly string[]): string => items.map(quote).join('|');

const typeFixes: Readonly<Record<string, string>> = {
  env: 'Ensure all env values are strings',
  headers: 'Ensure all header values are strings',
  args: 'Ensure args is a list of strings',
};

/**
 * Every finding Plugboard can make: its severity, its words, and what to do about it. The keys are stable: scripts and
 * the documentation refer to them. Adding a finding is adding an entry here.
 */
export const catalog = {
  syntax: define(
    'error',
    'The text does not follow the rules of its format.',
    (a: { format: string; problem: string; hint?: string }) => `${a.format} syntax error: ${a.problem}`,
    (a) => `Check ${a.format} syntax${a.hint ? `: ${a.hint}` : ''}`,
  ),
  'json-comment': define(
    'error',
    'A comment stands in a file that must be strict JSON; its client would refuse the whole file.',
    (_: Record<never, never>) => 'JSON syntax error: comments are not allowed in this file',
    () => 'Check JSON syntax: remove the comment',
  ),
  'json-trailing-comma': define(
    'error',
    'A comma stands behind the last item in a file that must be strict JSON.',
    (_: Record<never, never>) => 'JSON syntax error: trailing comma',
    () => 'Check JSON syntax: remove the comma',
  ),
  'duplicate-key': define(
    'error',
    'A key is defined twice, so readers disagree about its value. Such a file is never edited.',
    (a: { key: string; firstLine: number }) => `${quote(a.key)} is already defined on line ${a.firstLine}`,
    (a) => `Keep one of the two definitions of ${quote(a.key)}`,
  ),
  encoding: define(
    'error',
    'The file is not UTF-8 text. It is never edited, because saving it would change bytes that could not be read.',
    (a: { found: string }) => `The file is not UTF-8 text (${a.found})`,
    () => 'Save the file as UTF-8',
  ),
  unreadable: define(
    'error',
    'The file cannot be read at all.',
    (a: { reason: string; remedy?: string }) => `Cannot read the file: ${a.reason}`,
    (a) => a.remedy ?? 'Check that the file exists and that you may read it',
  ),
  'no-servers': define(
    'warning',
    'None of the keys under which servers are kept is in the file.',
    (a: { keys: readonly string[] }) => `No servers found: none of the keys ${options(a.keys)} is there`,
    (a) => `Put the servers in a map under ${quote(a.keys[0] ?? 'servers')}`,
  ),
  'other-client': define(
    'error',
    'The text is not written for the client it is said to be for.',
    (a: { client: string; likely: string; id: string }) =>
      `This is not a file of ${a.client}; it looks like one of ${a.likely}`,
    (a) => `Use --from ${a.id}`,
  ),
  'wrong-type': define(
    'error',
    'A field holds another kind of value than it must.',
    (a: { field: string; expected: string; received: string }) =>
      `Invalid input: expected ${a.expected}, received ${a.received}`,
    (a) => typeFixes[a.field] ?? `Make ${a.field} ${/^[aeiou]/.test(a.expected) ? 'an' : 'a'} ${a.expected}`,
  ),
  'unknown-transport': define(
    'error',
    'The transport is none of those that exist.',
    (a: { received: string; allowed: readonly string[] }) =>
      `Invalid option: expected one of ${options(a.allowed)}, received ${a.received}`,
    (a) => `Use one of ${a.allowed.join(', ')}`,
  ),
  'command-missing': define(
    'error',
    'A stdio server has no command to start.',
    (_: Record<never, never>) => 'A stdio server needs "command"',
    () => 'Check command exists and is executable',
  ),
  'command-empty': define(
    'error',
    'The command of a stdio server is the empty text.',
    (_: Record<never, never>) => 'Command cannot be empty',
    () => 'Check command exists and is executable',
  ),
  'url-missing': define(
    'error',
    'A remote server has no address.',
    (a: { transport: string }) => `A server of type ${a.transport} needs "url"`,
    () => 'Verify URL format',
  ),
  'url-invalid': define(
    'error',
    'The address is not an http or https URL. One that holds a reference is checked when the reference is known.',
    (_: Record<never, never>) => 'Must be a valid URL that starts with http:// or https://',
    () => 'Verify URL format',
  ),
  'command-and-url': define(
    'error',
    'A server is either started (command) or reached (url); with both, clients disagree about which counts.',
    (_: Record<never, never>) => '"command" and "url" exclude each other',
    () => 'Keep "command" for a local server or "url" for a remote one',
  ),
  'transport-inferred': define(
    'warning',
    'A remote server does not name its type. Clients guess differently: some take it for http, some for sse, some skip it.',
    (a: { transport: string }) => `No type given; taken for ${a.transport}`,
    (a) => `Add "type": ${quote(a.transport)}`,
  ),
  'name-empty': define(
    'error',
    'A server has the empty text for a name.',
    (_: Record<never, never>) => 'Server name cannot be empty',
    () => 'Give the server a name',
  ),
  'name-too-long': define(
    'warning',
    'A server name is longer than 100 characters. Clients take it as it is; Plugboard gives no new server such a name.',
    (a: { length: number; max: number }) => `Server name is too long: ${a.length} characters, at most ${a.max}`,
    () => 'Shorten the name',
  ),
  'name-characters': define(
    'warning',
    'A server name holds a character that some clients cannot use. Plugboard gives no new server such a name.',
    (a: { name: string }) => `Server name ${quote(a.name)} may only contain letters, digits, ".", "_" and "-"`,
    () => 'Rename the server',
  ),
  'name-confusable': define(
    'warning',
    'A name mixes letters of different alphabets that look alike, so it can be taken for another name.',
    (a: { name: string }) => `The name ${quote(a.name)} mixes letters of alphabets that look alike`,
    () => 'Make sure that it is the server you mean, and rename it with plain letters',
  ),
  'link-outside': define(
    'warning',
    'A file of the project is a link to a place outside of it, and a change would be written there.',
    (a: { target: string }) => `This file is a link out of the project: the change is written to ${a.target}`,
    () => 'Make sure that this file is meant, or replace the link with a file',
  ),
  'entry-parked': define(
    'info',
    'A server is switched off by taking its entry out of the file, because its client has no switch for it.',
    (a: { name: string; client: string; why: string; command: string }) =>
      `${quote(a.name)} is taken out of this file and kept by Plugboard: ${a.client} has ${a.why}`,
    (a) => `Put it back with: ${a.command}`,
  ),
  'off-elsewhere': define(
    'info',
    'A server is switched on in this project and is still off in others, because the client has a list for each project.',
    (a: { name: string; client: string; projects: number; command: string }) =>
      `${quote(a.name)} is on in this project and still off in ${a.projects === 1 ? '1 other' : `${a.projects} others`}: ${a.client} has a list for each project`,
    (a) => `Switch it on in all of them with: ${a.command}`,
  ),
  'name-differs': define(
    'warning',
    'The name inside an entry is not the key it stands under. The key counts.',
    (a: { name: string; key: string }) => `The name ${quote(a.name)} is ignored; the server is called ${quote(a.key)}`,
    () => 'Remove the name, or make it equal to the key',
  ),
  'switch-ignored': define(
    'warning',
    'The on/off switch of a server is not true or false, so it is ignored.',
    (a: { field: string; received: string }) => `"${a.field}" must be true or false, not ${a.received}; it is ignored`,
    (a) => `Write "${a.field}": true or "${a.field}": false`,
  ),
  'switch-conflict': define(
    'warning',
    'Both "enabled" and "disabled" are given and contradict each other.',
    (_: Record<never, never>) => '"enabled" and "disabled" contradict each other; "enabled" counts',
    () => 'Keep one of the two',
  ),
  'timeout-ignored': define(
    'warning',
    'A timeout is not a number above 0, so it is ignored.',
    (a: { received: string }) => `"timeout" must be a number above 0, not ${a.received}; it is ignored`,
    () => 'Write the timeout as a number above 0',
  ),
  'retries-ignored': define(
    'warning',
    'The number of retries is not a whole number from 0 on, so it is ignored.',
    (a: { received: string }) => `"retries" must be a whole number from 0 on, not ${a.received}; it is ignored`,
    () => 'Write the retries as a whole number',
  ),
  'platform-unknown': define(
    'warning',
    'A platform is none of those that exist.',
    (a: { platform: string; allowed: readonly string[] }) => `Unknown platform ${a.platform}`,
    (a) => `Use one of ${a.allowed.join(', ')}`,
  ),
  'auth-unknown': define(
    'warning',
    'The way to sign in is not known, so it is ignored.',
    (a: { received: string }) => `Unknown way to sign in: ${a.received}`,
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
    'The client skips the entry, or refuses the whole file, because the entry does not say what kind of server it is.',
    (a: { key: string; client: string }) => `${a.client} needs "${a.key}" here`,
    (a) => `Add "${a.key}"`,
  ),
  'server-referenced': define(
    'warning',
    'Something names the tools of a server that is about to go.',
    (a: { as: string }) => `${quote(a.as)} names this server`,
    (a) => `Remove ${quote(a.as)}, or keep the server`,
  ),
  'key-ignored': define(
    'warning',
    'The client does not act on this key of an entry, whatever it says.',
    (a: { key: string; client: string }) => `${a.client} ignores "${a.key}"`,
    (a) => `Remove "${a.key}", or use the way ${a.client} has for it`,
  ),
  'reference-unexpanded': define(
    'warning',
    'The client does not expand references, so the text itself reaches the server.',
    (a: { reference: string; client: string }) => `${a.client} does not expand ${a.reference}`,
    () => 'Name the variable in the way the client offers, or write the value',
  ),
  ...doctorFindings,
  ...runtimeFindings,
} as const;
