import { describe, type Diagnostic } from '../model/diagnostic.ts';
import { excerpt } from '../model/excerpt.ts';
import type { Output } from './output.ts';

const marks = { error: '✗', warning: '!', info: 'i' } as const;
const colours = { error: 'red', warning: 'yellow', info: 'blue' } as const;

/** `file:line:col`, what is wrong, the line with a caret, and what to do. */
export function toText(finding: Diagnostic, text: string, output: Output): string {
  const { file, range, path, severity, code } = finding;
  const { message, fix } = describe(finding);
  const colour = colours[severity];
  const place = [file, range?.start.line, range?.start.column].filter((part) => part !== undefined).join(':');
  const where = path && path.length > 0 ? ` ${output.style('dim', `at ${path.join('.')}`)}` : '';
  const lines = [
    `${output.style(colour, marks[severity])} ${output.style('bold', place)} ${message}${where} ${output.style('dim', `[${code}]`)}`,
    ...(range ? excerpt(text, range).map((line) => `  ${line}`) : []),
    ...(fix ? [`  ${output.style('cyan', 'fix:')} ${fix}`] : []),
  ];
  return lines.join('\n');
}

/** The same as data. */
export function toJson(finding: Diagnostic): Record<string, unknown> {
  const { message, fix } = describe(finding);
  const { code, severity, file, range, path } = finding;
  return {
    code,
    severity,
    message,
    file,
    line: range?.start.line,
    column: range?.start.column,
    range,
    path,
    hint: fix,
  };
}
