import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { toJson } from './diagnostic-as-data.ts';
import type { Output } from './output.ts';
import { toText } from './show-diagnostic.ts';

/** An input text and its display name. */
export interface NamedText {
  readonly text: string;
  /** A file, or `the text`. */
  readonly name: string;
}

/** Rejects a text whose servers cannot be parsed. `message` is used if there are no diagnostics. */
export function rejectText(message: string, findings: readonly Diagnostic[], read: NamedText, output: Output): void {
  const { name } = read;
  output.fail({
    code: 'paste-unrecognized',
    message: findings.length > 0 ? `Nothing was written: ${name} has errors.` : message,
    details: findings.map((finding) => toJson({ ...finding, file: name })),
  });
  showFindings(findings, read, output);
}

export function showFindings(findings: readonly Diagnostic[], { text, name }: NamedText, output: Output): void {
  for (const finding of findings) output.talk(toText({ ...finding, file: name }, text, output));
}
