import { isAbsolute, relative } from 'node:path';
import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { visible } from '../../model/visible.ts';
import { safeLine } from './terminal-lines.ts';

const commands = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Diagnostics as workflow commands, which GitHub shows beside the lines of a change. */
export function githubAnnotations(issues: readonly Diagnostic[], project: string): string[] {
  return issues.map((issue) => {
    const { severity, code, file, range } = issue;
    const { message } = describe(issue);
    const at = range && { line: range.start.line, col: range.start.column, endLine: range.end.line };
    const properties = { ...(file !== undefined && { file: pathIn(file, project) }), ...at, title: code };
    const listed = Object.entries(properties).map(([key, value]) => `${key}=${escaped(String(value), true)}`);
    return `::${commands[severity]} ${listed.join(',')}::${escaped(safeLine(message, false), false)}`;
  });
}

/** Relative to the checkout, which is how GitHub names files; others stay absolute. */
function pathIn(file: string, project: string): string {
  const inside = relative(project, file).replaceAll('\\', '/');
  return inside.startsWith('../') || isAbsolute(inside) ? file : inside;
}

function escaped(text: string, isProperty: boolean): string {
  const plain = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return isProperty ? visible(plain).replaceAll(':', '%3A').replaceAll(',', '%2C') : plain;
}
