import { resolve } from 'node:path';
import { clientOfFile } from '../../clients/client-of-file.ts';
import type { Client } from '../../clients/types.ts';
import type { FormatId } from '../../formats/types.ts';
import { surroundingsOf } from '../../manage/plan/target.ts';
import { validateText } from '../../manage/validate-text.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { slashedPath } from '../../model/short-path.ts';
import { checkSet } from '../../sets/check-set.ts';
import { configDirectory } from '../../sets/config-directory.ts';
import { readInput } from './read-input.ts';

export interface ValidatedFile {
  readonly file: string;
  readonly text: string;
  readonly issues: readonly Diagnostic[];
}

interface Known {
  readonly format?: FormatId | undefined;
  readonly client?: Client | undefined;
}

/** Validates a file according to its kind: a client's config, a config set, or a plain map of servers. */
export async function validateFile(host: Host, file: string, { format, client }: Known = {}): Promise<ValidatedFile> {
  const read = await readInput(host, file);
  if ('problem' in read) return { file, text: '', issues: [read.problem] };
  return { file, text: read.text, issues: await validateInput(host, file, read.text, { format, client }) };
}

/** Everything that is wrong with a text that was read from the file, or from standard input. */
export async function validateInput(
  host: Host,
  file: string,
  text: string,
  { format, client }: Known = {},
): Promise<readonly Diagnostic[]> {
  const path = file === '-' ? file : slashedPath(resolve(host.cwd, file), host.platform);
  if (!client && !format && isSetFile(path, host)) return checkSet(text).issues.map((issue) => ({ ...issue, file }));
  const owner = client
    ? { client, place: { scope: client.locations[0]?.scope ?? 'user' } }
    : clientOfFile(path, surroundingsOf(host));
  const known = owner ? { client: owner.client, place: { ...owner.place, project: host.cwd } } : {};
  return validateText(file, text, { ...known, ...(format ? { format } : {}) });
}

function isSetFile(path: string, host: Host): boolean {
  const directory = configDirectory(host).replace(/\/$/, '');
  return path.endsWith('.json') && path.slice(0, path.lastIndexOf('/')) === directory;
}
