import type { Host } from '../../model/host.ts';
import { canonicalJson } from '../../model/json/canonical-json.ts';
import type { Scope } from '../../model/scope.ts';
import type { Server } from '../../model/server.ts';
import { isMap, Literal, type Path, type Value } from '../../model/value.ts';
import { fingerprint } from '../../store/read/fingerprint.ts';
import { stateFile } from '../../store/state/places.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';

/** What a sync last wrote for one server to one file. */
export interface Written {
  readonly name: string;
  /** Path of the servers in the file. */
  readonly at: Path;
  readonly client: string;
  readonly scope: Scope;
  /** Absolute path of the catalog that it came from. */
  readonly catalog: string;
  /** As the client expresses it. */
  readonly server: Server;
}

/** One file per config file, in the state directory, changed in the same transaction as the config file. */
interface WrittenFile {
  readonly version: 1;
  /** The config file. */
  readonly path: string;
  readonly servers: readonly (Written & { readonly hash: string })[];
}

/** In the state directory. */
export const writtenDirectory = 'sync';

export function writtenPath({ host }: PlanDraft, path: string): string {
  return stateFile(host, `${writtenDirectory}/${fingerprint(Buffer.from(path))}.json`);
}

/** What was written to a config file. Nothing is known if the record is lost or damaged. */
export async function readWritten(draft: PlanDraft, path: string): Promise<readonly Written[]> {
  const text = await draft.text(writtenPath(draft, path)).catch(() => undefined);
  const file = text === undefined ? undefined : parse(text);
  return file?.path === path ? file.servers : [];
}

/** All config files here that something was written to. */
export async function writtenFiles(
  draft: PlanDraft,
): Promise<{ file: string; path: string; servers: readonly Written[] }[]> {
  const { host } = draft;
  const directory = stateFile(host, writtenDirectory);
  if ((await host.fs.kindOf(directory)) !== 'directory') return [];
  const names = (await host.fs.readDirectory(directory).catch(() => [])).filter((name) => name.endsWith('.json'));
  const files = names.map((name) => `${directory}/${name}`);
  const texts = await Promise.all(files.map(async (file) => draft.text(file).catch(() => undefined)));
  return texts.flatMap((text, index) => {
    const record = text === undefined ? undefined : parse(text);
    return record ? [{ file: files[index] ?? '', path: record.path, servers: record.servers }] : [];
  });
}

/** Whether a sync ever wrote something that it still knows of. */
export async function hasWritten(host: Host): Promise<boolean> {
  return (await host.fs.readDirectory(stateFile(host, writtenDirectory)).catch(() => [])).length > 0;
}

/** Replaces the record of a config file. */
export async function setWritten(draft: PlanDraft, path: string, servers: readonly Written[]): Promise<void> {
  const file = writtenPath(draft, path);
  if (servers.length === 0) return draft.set(file, undefined);
  const order = (one: Written): string => JSON.stringify([one.at, one.name]);
  const sorted = servers.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const record: WrittenFile = {
    version: 1,
    path,
    servers: sorted.map((one) => ({ ...one, hash: hashOf(one.server) })),
  };
  const text = `${JSON.stringify(record, encode)}\n`;
  if (text !== (await draft.text(file).catch(() => undefined))) await draft.set(file, text);
}

function parse(text: string): WrittenFile | undefined {
  try {
    const file = JSON.parse(text, decode) as WrittenFile;
    const whole = file.version === 1 && typeof file.path === 'string' && Array.isArray(file.servers);
    // An entry whose value does not match its hash counts as lost: it must not decide what is overwritten.
    return whole
      ? { ...file, servers: file.servers.filter((one) => isWhole(one) && hashOf(one.server) === one.hash) }
      : undefined;
  } catch {
    return undefined;
  }
}

function isWhole(one: Partial<Written>): boolean {
  const texts = [one.name, one.client, one.scope, one.catalog];
  return texts.every((text) => typeof text === 'string') && Array.isArray(one.at) && isMap(one.server);
}

function hashOf(server: Server): string {
  return fingerprint(Buffer.from(canonicalJson(server as Value)));
}

/** JSON has no dates and no numbers beyond a double. */
const literalKey = '\0literal';

function encode(_: string, value: unknown): unknown {
  return value instanceof Literal ? { [literalKey]: value.kind, text: value.text } : value;
}

function decode(_: string, value: unknown): unknown {
  if (!isMap(value) || !Object.hasOwn(value, literalKey)) return value;
  const { text } = value;
  return new Literal(value[literalKey] === 'datetime' ? 'datetime' : 'number', typeof text === 'string' ? text : '');
}
