import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { readTexts } from '../../store/read/read-texts.ts';
import type { Output } from './output.ts';
import { toText } from './show-diagnostic.ts';

/**
 * Findings for people, each with the line that it is about. `known` are texts of files that may be others by now.
 * Scripts get them as data.
 */
export async function talkAbout(
  findings: readonly Diagnostic[],
  host: Host,
  output: Output,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  if (output.json || findings.length === 0) return;
  const files = new Set(findings.flatMap(({ file }) => (file === undefined || known.has(file) ? [] : [file])));
  const read = await readTexts(host, [...files]);
  const texts = new Map([...known, ...read.map((one) => [one.path, 'text' in one ? one.text : ''] as const)]);
  for (const finding of findings) output.talk(toText(finding, texts.get(finding.file ?? '') ?? '', output));
}
