import { describe, type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Use } from './with-runtime.ts';

/** Unresolved values of a server, with reasons. */
export function problemsOf(name: string, { entries }: Use): string[] {
  const about = entries.filter(({ server, code }) => server === name && code === 'value-left-out');
  return [...new Set(about.map(({ message }) => message))];
}

/** Text on stdout that is not a message; the first line is enough. */
export function strayOutputOf(server: string, { entries }: Use): Diagnostic[] {
  const stray = entries.find((entry) => entry.server === server && entry.code === 'stray-output');
  return stray?.text === undefined ? [] : [diagnostic('stdout-polluted', { server, line: stray.text })];
}

/** Reports each problem once. If a server did not answer, its failure already quotes the stray output. */
export function reportProblems(name: string, isAnswered: boolean, use: Use): void {
  const { told, lines, context } = use;
  const left = problemsOf(name, use).map((problem) => diagnostic('value-left-out', { server: name, problem }));
  for (const issue of [...left, ...(isAnswered ? strayOutputOf(name, use) : [])]) {
    const { message } = describe(issue);
    if (told.has(message)) continue;
    told.add(message);
    lines.pause();
    context.output.warn({ code: issue.code, severity: issue.severity, message, server: name });
  }
}
