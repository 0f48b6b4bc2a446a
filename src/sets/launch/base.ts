import { loadFormat } from '../../formats/index.ts';
import type { FormatId } from '../../formats/types.ts';
import { describe, isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { readText } from '../../store/read/read-text.ts';

/** The text of the config file that the session file replaces; empty if it does not exist. */
export async function readBaseText(host: Host, file: string, format: FormatId): Promise<string> {
  if ((await host.fs.kindOf(file)) === undefined) return '';
  const read = await readText(host, file);
  if ('problem' in read) {
    throw new PlugboardError('usage', { message: `${file}: ${describe(read.problem).message}` });
  }
  const { diagnostics } = (await loadFormat(format)).parse(read.text);
  const errors = diagnostics.filter(isError).map((flaw) => ({ ...flaw, file }));
  if (errors.length > 0) throw new PlugboardError('document-malformed', { diagnostics: errors });
  return read.text;
}
