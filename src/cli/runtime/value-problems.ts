import { describe, diagnostic } from '../../model/diagnostic.ts';
import type { Use } from './with-runtime.ts';

/** How the runtime puts it that a value could not be had. */
const LEFT_OUT = / is left out: /;

/** What a server was not given, with the reasons. */
export function problemsOf(name: string, { entries }: Use): string[] {
  const about = entries.filter(({ level, server, message }) => {
    return level === 'error' && server === name && LEFT_OUT.test(message);
  });
  return [...new Set(about.map(({ message }) => message))];
}

/** Says each of them once. */
export function tellProblems(name: string, use: Use): void {
  const { told, lines, context } = use;
  for (const problem of problemsOf(name, use)) {
    const finding = diagnostic('value-left-out', { server: name, problem });
    const { message } = describe(finding);
    if (told.has(message)) continue;
    told.add(message);
    lines.pause();
    context.output.warn({ code: finding.code, severity: finding.severity, message, server: name });
  }
}
