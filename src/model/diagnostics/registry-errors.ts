import { count } from '../count.ts';
import { define } from './error-entry.ts';

/** What is wrong with a value for an input of a server. */
export type InputFault = 'missing' | 'unknown' | 'repeated' | 'choice' | 'number' | 'boolean' | 'line-break';

/** An input that has no usable value. */
export interface FaultyInput {
  readonly id: string;
  readonly problem: InputFault;
  readonly description?: string;
  readonly choices?: readonly string[];
}

const faults: Readonly<Record<InputFault, string>> = {
  missing: 'is required',
  unknown: 'is not an input of this server',
  repeated: 'takes one value',
  choice: 'must be one of the choices',
  number: 'must be a number',
  boolean: 'must be true or false',
  'line-break': 'must not contain a line break',
};

/** What is wrong with a bundle, as a sentence without its subject. */
const bundleProblems: Readonly<Record<string, string>> = {
  address: 'its address is not encrypted',
  unreachable: 'it cannot be fetched',
  'hash-missing': 'the registry states no SHA-256 for it',
  'hash-differs': 'its SHA-256 differs from that in the registry',
  'too-large': 'it is too large',
  malformed: 'it is not a valid archive',
  'signature-malformed': 'its signature cannot be read',
  zip64: 'it uses zip64',
  encrypted: 'it is encrypted',
  method: 'it is packed with an unknown method',
  overlap: 'its files overlap',
  name: 'a file in it has an unsafe name',
  duplicate: 'two files in it have the same name',
  link: 'it contains a link or a device',
  size: 'a file in it has another size than stated',
  checksum: 'a file in it is damaged',
  bomb: 'it would become too large',
  manifest: 'its manifest is invalid',
  reference: 'its manifest contains a reference, or a program outside the bundle',
  platform: 'it does not run on this system',
};

/** What is wrong with a field of a document, as a sentence without its subject. */
const unsafeParts = {
  meaning: 'contains a reference, a command, an invalid name, or a word that may be the name of one of your variables',
  start: 'is no option that is known to be harmless',
  trust: 'makes a client ask for fewer confirmations',
  variable: 'is a variable that makes programs load other code or fetch packages from elsewhere',
} as const;

/** Errors of the MCP registry. */
export const registryErrors = {
  'registry-unreachable': define(
    'A registry cannot be read now, and there is no index of it on this machine.',
    (data: { registry: string; why: string; problem: string }) =>
      `Cannot read the registry ${data.registry}: ${data.why}.`,
  ),
  'registry-no-index': define(
    'There is no index of the registry on this machine, and `--offline` was given.',
    (data: { registry: string }) => `There is no index of ${data.registry} on this machine yet.`,
  ),
  'registry-address-invalid': define(
    'The address of a registry is neither an http(s) URL nor an existing file or directory.',
    (data: { registry: string; why: string }) => `"${data.registry}" cannot be used as a registry: ${data.why}.`,
  ),
  'registry-server-unknown': define(
    'No registry has a server with this name, or not in this version.',
    (data: { name: string; version?: string; registries: readonly string[] }) =>
      `Unknown server "${data.name}"${data.version === undefined ? '' : ` in version ${data.version}`} in ${data.registries.join(', ')}.`,
  ),
  'registry-server-deleted': define(
    'The registry deleted this version, so it is not installed.',
    (data: { name: string; version: string; why?: string }) =>
      `The registry deleted ${data.name} ${data.version}${data.why === undefined ? '' : ` (${data.why})`}.`,
  ),
  'registry-document-invalid': define(
    'A `server.json` does not match its schema. `data.issues` has positions and reasons.',
    (data: { file: string; issues: readonly { readonly at: string; readonly message: string }[] }) =>
      `${data.file} is not a valid server.json: ${data.issues[0]?.at || '/'}: ${data.issues[0]?.message ?? ''}`,
  ),
  'registry-document-unsafe': define(
    'A document or an install link contains what its author must not decide: a reference to a variable, a command, a package name that is an option or an address, an option of the program that starts the package, a variable that loads other code or chooses where packages come from, or a setting that makes a client ask for fewer confirmations. `data.why` says which: `meaning`, `start`, `variable` or `trust`.',
    (data: { name: string; field: string; why: keyof typeof unsafeParts }) =>
      `${data.name} is not installed: its ${data.field} ${unsafeParts[Object.hasOwn(unsafeParts, data.why) ? data.why : 'meaning']}.`,
  ),
  'registry-offer-unknown': define(
    'The server cannot be installed in this way. `data.offers` lists the ways there are.',
    (data: { name: string; wanted?: string; offers: readonly string[]; unusable: readonly string[] }) =>
      data.offers.length > 0
        ? `${data.name} does not offer "${data.wanted ?? ''}". Use one of: ${data.offers.join(', ')}.`
        : `${data.name} offers nothing that can be installed${data.unusable.length > 0 ? ` (${data.unusable.join(', ')})` : ''}.`,
  ),
  'registry-bundle-refused': define(
    'An MCPB bundle is not used: it differs from what the registry states, or it is unsafe. `data.problem` says why.',
    (data: { name: string; problem: string; what: string }) =>
      `The bundle of ${data.name} is not used: ${bundleProblems[data.problem] ?? data.problem}${data.what === '' ? '' : ` (${data.what})`}.`,
  ),
  'registry-inputs-invalid': define(
    'Inputs of the server are missing or have unusable values. `data.inputs` lists them, `data.command` is the command line to complete.',
    (data: { name: string; inputs: readonly FaultyInput[]; command: string }) =>
      `${data.name} needs ${count(data.inputs.length, 'input')}: ${data.inputs.map(inputWords).join('; ')}`,
  ),
} as const;

function inputWords({ id, problem, description, choices }: FaultyInput): string {
  const allowed = choices ? ` (${choices.join(', ')})` : '';
  return `${id} ${faults[problem]}${allowed}${description === undefined ? '' : `, ${description}`}`;
}
