import { loadFormat } from '../../formats/index.ts';
import type { FormatId } from '../../formats/types.ts';
import { describe, isError } from '../../model/diagnostic.ts';
import { PlugboardError } from '../../model/error.ts';
import type { Host } from '../../model/host.ts';
import { readText } from '../../store/read-text.ts';

/** The text of a file that another one is to take the place of; empty when it is not there. */
export async function launchBase(host: Host, file: string, format: FormatId): Promise<string> {
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
