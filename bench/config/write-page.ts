import { readFileSync, writeFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';
import { replaceBetweenMarkers } from '../../scripts/generators/generator.ts';
import { fromRoot } from '../../scripts/root.mjs';
import { asMarkdown, type Table } from './table.ts';

const page = 'docs/benchmarks.md';

/** Puts what was measured into its place on the page, which has this name. */
export async function writePage(
  place: string,
  tables: readonly Table[],
  aims: readonly string[],
  missing: readonly { readonly tool: string }[],
): Promise<void> {
  const text = [
    ...tables.map(asMarkdown),
    aims.map((aim) => `- Plugboard: ${aim}.`).join('\n'),
    ...missing.map(({ tool }) => `${tool} could not be installed and was not tried.`),
  ].join('\n\n');
  const options = JSON.parse(readFileSync(fromRoot('.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const content = replaceBetweenMarkers(readFileSync(fromRoot(page), 'utf8'), place, text);
  const { code, errors } = await format(page, content, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('; '));
  writeFileSync(fromRoot(page), code);
}
