import { describe, type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { strayLineIn } from '../../runtime/connect/stdio/stray-output.ts';
import type { Use } from './with-runtime.ts';

/** How the runtime words an unresolved value in its log. */
const LEFT_OUT = / is left out: /;

/** Unresolved values of a server, with reasons. */
export function problemsOf(name: string, { entries }: Use): string[] {
  const about = entries.filter(({ level, server, message }) => {
    return level === 'error' && server === name && LEFT_OUT.test(message);
  });
  return [...new Set(about.map(({ message }) => message))];
}

/** Text on stdout that is not a message; the first line is enough. */
export function strayOutputOf(server: string, { entries }: Use): Diagnostic[] {
  const [line] = entries.flatMap((entry) => (entry.server === server ? (strayLineIn(entry.message) ?? []) : []));
  return line === undefined ? [] : [diagnostic('stdout-polluted', { server, line })];
}

/** Reports each problem once. If a server did not answer, its failure already quotes the stray output. */
export function reportProblems(name: string, isAnswered: boolean, use: Use): void {
  const { told, lines, context } = use;
  const left = problemsOf(name, use).map((problem) => diagnostic('value-left-out', { server: name, problem }));
  for (const finding of [...left, ...(isAnswered ? strayOutputOf(name, use) : [])]) {
    const { message } = describe(finding);
    if (told.has(message)) continue;
    told.add(message);
    lines.pause();
    context.output.warn({ code: finding.code, severity: finding.severity, message, server: name });
  }
}
