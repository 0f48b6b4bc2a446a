import type { TrustRecord } from '../../clients/behavior.ts';
import { resolvePath } from '../../clients/paths.ts';
import type { Client } from '../../clients/types.ts';
import { loadFormat } from '../../formats/index.ts';
import { simpleValue } from '../../formats/simple-value.ts';
import type { FormatId } from '../../formats/types.ts';
import type { Host } from '../../model/host.ts';
import { type Value, valueAt } from '../../model/value.ts';
import { parseFile } from '../../store/read/parsed-texts.ts';
import { readText } from '../../store/read/read-text.ts';

/** Whether a person has trusted a server of the project in the client; undefined if its records are unknown. */
export type IsTrusted = (name: string) => boolean | undefined;

/** Reads the records of a client once, for all of its servers. */
export async function trustIn(host: Host, { trustRecords }: Client): Promise<IsTrusted> {
  if (!trustRecords) return () => undefined;
  const records = await Promise.all(trustRecords.map((record) => readRecord(host, record)));
  return (name) => records.some((isTrusted) => isTrusted(name));
}

async function readRecord(
  host: Host,
  { path, baseVariable, format, at, means }: TrustRecord,
): Promise<(name: string) => boolean> {
  const { home, env, platform, cwd: project } = host;
  const root = await read(host, resolvePath(path, { home, env, platform, project }, baseVariable), format);
  const value = valueAt(root, at(project));
  if (means) {
    const isMeant = value !== undefined && means.includes(value);
    return () => isMeant;
  }
  const names = new Set<Value>(Array.isArray(value) ? value : []);
  return (name) => names.has(name);
}

async function read(host: Host, path: string, format: FormatId): Promise<Value | undefined> {
  if ((await host.fs.kindOf(path)) !== 'file') return undefined;
  const file = await readText(host, path);
  if ('problem' in file) return undefined;
  return simpleValue(format, file.text) ?? parseFile(host, path, await loadFormat(format), file.text).value;
}
