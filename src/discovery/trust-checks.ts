import type { TrustRecord } from '../clients/behavior.ts';
import { resolvePath } from '../clients/paths.ts';
import type { Client } from '../clients/types.ts';
import { loadFormat } from '../formats/index.ts';
import { simpleValue } from '../formats/simple-value.ts';
import type { FormatId } from '../formats/types.ts';
import type { Host } from '../model/host.ts';
import { type Value, valueAt } from '../model/value.ts';
import { readText } from '../store/read/read-text.ts';

/** Whether a person has trusted this server of the project in the client; undefined if its records are unknown. */
export async function isTrusted(host: Host, client: Client, name: string): Promise<boolean | undefined> {
  const { trustRecords } = client;
  if (!trustRecords) return undefined;
  return (await Promise.all(trustRecords.map((record) => isRecorded(host, record, name)))).includes(true);
}

async function isRecorded(
  host: Host,
  { path, baseVariable, format, at, means }: TrustRecord,
  name: string,
): Promise<boolean> {
  const { home, env, platform, cwd: project } = host;
  const root = await read(host, resolvePath(path, { home, env, platform, project }, baseVariable), format);
  const value = valueAt(root, at(project));
  if (means) return value !== undefined && means.includes(value);
  return Array.isArray(value) && value.includes(name);
}

async function read(host: Host, path: string, format: FormatId): Promise<Value | undefined> {
  if ((await host.fs.kindOf(path)) !== 'file') return undefined;
  const file = await readText(host, path);
  if ('problem' in file) return undefined;
  return simpleValue(format, file.text) ?? (await loadFormat(format)).parse(file.text).value;
}
