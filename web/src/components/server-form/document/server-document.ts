import { defaultRetries, defaultTimeout, inferTransport, type Transport } from '../../../../../src/model/server.ts';
import { getOwn, isMap, sameValue, setOwn, type Value, type ValueMap } from '../../../../../src/model/value.ts';

/**
 * A server being edited: one document behind the form and the JSON view. Fields that the selected type does not have
 * are kept in `hidden`, so that switching types back and forth loses nothing; they are never saved.
 */
export interface ServerDocument {
  readonly server: ValueMap;
  readonly hidden: ValueMap;
}

export type PairField = 'env' | 'headers';
export type TextField = 'command' | 'url';

const ofPrograms: readonly string[] = ['command', 'args', 'env', 'cwd'];
const ofAddresses: readonly string[] = ['url', 'headers', 'auth'];
const ofEvery: readonly string[] = ['transport', 'disabled', 'timeout', 'retries'];
const defaults: Readonly<Record<string, number>> = { timeout: defaultTimeout, retries: defaultRetries };

/** The form fields of each type; `cwd` and `auth` move with the type, but have no field of their own. */
const shown: Readonly<Record<Transport, readonly string[]>> = {
  stdio: ['command', 'args', 'env'],
  http: ['url', 'headers'],
  sse: ['url', 'headers'],
};

export function emptyDocument(): ServerDocument {
  return { server: { transport: 'stdio', command: '' }, hidden: {} };
}

export function documentOf(server: Readonly<Record<string, Value>>): ServerDocument {
  return { server: { ...server }, hidden: {} };
}

export function transportOf({ server }: ServerDocument): Transport {
  return inferTransport(server);
}

/** Changes the type: restores its fields from `hidden` and hides those it does not have. */
export function withTransport(document: ServerDocument, transport: Transport): ServerDocument {
  const foreign = transport === 'stdio' ? ofAddresses : ofPrograms;
  const server: ValueMap = { transport };
  const hidden: ValueMap = {};
  for (const [field, value] of Object.entries(document.server)) {
    if (field !== 'transport') setOwn(foreign.includes(field) ? hidden : server, field, value);
  }
  for (const [field, value] of Object.entries(document.hidden)) {
    if (foreign.includes(field)) setOwn(hidden, field, value);
    else if (!Object.hasOwn(server, field)) setOwn(server, field, value);
  }
  return { server, hidden };
}

/** Returns the document with one field changed or removed. */
export function withField(document: ServerDocument, field: string, value: Value | undefined): ServerDocument {
  const server: ValueMap = {};
  for (const [key, old] of Object.entries(document.server)) {
    if (key !== field) setOwn(server, key, old);
    else if (value !== undefined) setOwn(server, key, value);
  }
  if (value !== undefined && !Object.hasOwn(server, field)) setOwn(server, field, value);
  return { server, hidden: document.hidden };
}

export function textOf({ server }: ServerDocument, field: TextField): string {
  const value = getOwn(server, field);
  return typeof value === 'string' ? value : '';
}

export function argsOf({ server }: ServerDocument): readonly string[] {
  const args = getOwn(server, 'args');
  return isTextList(args) ? args : [];
}

/** An empty list is the same as none, so it is removed from the file. */
export function withArgs(document: ServerDocument, args: readonly string[]): ServerDocument {
  return withField(document, 'args', args.length === 0 ? undefined : [...args]);
}

export function pairsOf({ server }: ServerDocument, field: PairField): Readonly<Record<string, string>> {
  const pairs = getOwn(server, field);
  return isTextMap(pairs) ? pairs : {};
}

export function withPairs(
  document: ServerDocument,
  field: PairField,
  pairs: Readonly<Record<string, string>>,
): ServerDocument {
  return withField(document, field, Object.keys(pairs).length === 0 ? undefined : { ...pairs });
}

export function isEnabled({ server }: ServerDocument): boolean {
  return getOwn(server, 'disabled') !== true;
}

export function withEnabled(document: ServerDocument, enabled: boolean): ServerDocument {
  return withField(document, 'disabled', enabled ? undefined : true);
}

export function numberOf({ server }: ServerDocument, field: 'timeout' | 'retries'): number | undefined {
  const value = getOwn(server, field) ?? defaults[field];
  return typeof value === 'number' ? value : undefined;
}

/** Unwritten defaults stay unwritten. */
export function withNumber(
  document: ServerDocument,
  field: 'timeout' | 'retries',
  value: number | undefined,
  base: ServerDocument,
): ServerDocument {
  const isUnwritten = !Object.hasOwn(base.server, field) && (value === undefined || value === defaults[field]);
  return withField(document, field, isUnwritten ? undefined : (value ?? defaults[field]));
}

/** Keys without a form field, or with a value that no field can hold. */
export function otherKeys(document: ServerDocument): ValueMap {
  const fields = [...shown[transportOf(document)], ...ofEvery];
  const others: ValueMap = {};
  for (const [key, value] of Object.entries(document.server)) {
    if (key !== 'name' && !(fields.includes(key) && fitsForm(key, value))) setOwn(others, key, value);
  }
  return others;
}

/** Replaces the other keys. */
export function withOtherKeys(document: ServerDocument, others: ValueMap): ServerDocument {
  const replaced = otherKeys(document);
  const server: ValueMap = {};
  for (const [key, value] of Object.entries(document.server)) {
    if (!Object.hasOwn(replaced, key)) setOwn(server, key, value);
  }
  for (const [key, value] of Object.entries(others)) setOwn(server, key, value);
  return { server, hidden: document.hidden };
}

export function sameDocument(a: ServerDocument, b: ServerDocument): boolean {
  return sameValue(a.server, b.server);
}

function fitsForm(field: string, value: Value): boolean {
  if (field === 'command' || field === 'url') return typeof value === 'string';
  if (field === 'transport') return true;
  if (field === 'args') return isTextList(value);
  if (field === 'env' || field === 'headers') return isTextMap(value);
  return field === 'disabled' ? typeof value === 'boolean' : typeof value === 'number';
}

function isTextList(value: Value | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextMap(value: Value | undefined): value is Record<string, string> {
  return isMap(value) && Object.values(value).every((item) => typeof item === 'string');
}
