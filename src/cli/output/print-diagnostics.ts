import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { readTexts } from '../../store/read/read-texts.ts';
import type { Output } from './output.ts';
import { toLines } from './show-diagnostic.ts';

/**
 * Prints diagnostics with the source line of each. `known` are file contents that may be outdated on disk. With
 * `--json` they are part of the data instead.
 */
export async function printDiagnostics(
  issues: readonly Diagnostic[],
  host: Host,
  output: Output,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (output.json || issues.length === 0) return;
  const files = new Set(issues.flatMap(({ file }) => (file === undefined || known.has(file) ? [] : [file])));
  const read = await readTexts(host, [...files]);
  const texts = new Map([...known, ...read.map((one) => [one.path, 'text' in one ? one.text : ''] as const)]);
  for (const issue of issues) output.talk(toLines(issue, texts.get(issue.file ?? '') ?? '', output));
}
