import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { toJson } from './diagnostic-as-data.ts';
import type { Output } from './output.ts';
import { toText } from './show-diagnostic.ts';

/** A text that was read, and what people know it by. */
export interface NamedText {
  readonly text: string;
  /** A file, or `the text`. */
  readonly name: string;
}

/** Refuses a text whose servers cannot be read. `message` says why where there are no findings that do. */
export function refuseText(message: string, findings: readonly Diagnostic[], read: NamedText, output: Output): void {
  const { name } = read;
  output.fail({
    code: 'paste-unrecognized',
    message: findings.length > 0 ? `Nothing was written: ${name} has mistakes.` : message,
    details: findings.map((finding) => toJson({ ...finding, file: name })),
  });
  showFindings(findings, read, output);
}

export function showFindings(findings: readonly Diagnostic[], { text, name }: NamedText, output: Output): void {
  for (const finding of findings) output.talk(toText({ ...finding, file: name }, text, output));
}
