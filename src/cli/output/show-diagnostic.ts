import { parsedSecrets } from '../../formats/document-secrets.ts';
import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { excerpt } from '../../model/diagnostics/excerpt.ts';
import { shownPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { Output, Style } from './output.ts';
import { withHead } from './terminal-lines.ts';

/** Formats a diagnostic: `file:line:col`, message, source line with a caret if the text is known, and fix. */
export function toLines(issue: Diagnostic, text: string, output: Output): string[] {
  const { file, range, path, severity, code } = issue;
  const { message, fix } = describe(issue);
  const say = (style: Style, words: string): string => output.style(style, visible(words));
  const place = [file && shownPath(file), range?.start.line, range?.start.column]
    .filter((part) => part !== undefined)
    .join(':');
  const where = path && path.length > 0 ? ` ${say('dim', `at ${path.join('.')}`)}` : '';
  const said = withHead(`${output.mark(severity)} ${say('bold', place)} `, message);
  const last = said.pop() ?? '';
  return [
    ...said,
    `${last}${where} ${say('dim', `[${code}]`)}`,
    ...(range && text !== '' ? excerpt(text, range, parsedSecrets(file ?? '', text)).map((line) => `  ${line}`) : []),
    ...(fix ? withHead(`  ${say('cyan', 'fix:')} `, fix, '    ') : []),
  ];
}
