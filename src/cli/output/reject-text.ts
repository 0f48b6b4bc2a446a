import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { toJson } from './diagnostic-as-data.ts';
import type { Output } from './output.ts';
import { toLines } from './show-diagnostic.ts';

/** An input text and its display name. */
export interface NamedText {
  readonly text: string;
  /** The path of the file, or `the text` if it was pasted or piped. */
  readonly name: string;
}

/** Rejects a text whose servers cannot be parsed. `message` is used if there are no diagnostics. */
export function rejectText(message: string, issues: readonly Diagnostic[], read: NamedText, output: Output): void {
  const { name } = read;
  output.fail({
    code: 'paste-unrecognized',
    message: issues.length > 0 ? `Nothing was written: ${name} has errors.` : message,
    details: issues.map((issue) => toJson({ ...issue, file: name })),
  });
  showIssues(issues, read, output);
}

export function showIssues(issues: readonly Diagnostic[], { text, name }: NamedText, output: Output): void {
  for (const issue of issues) output.talk(toLines({ ...issue, file: name }, text, output));
}
