import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { hiddenSpans } from '../../model/secrets/hidden-spans.ts';
import { fileMode, OTHERS } from '../../store/read/file-mode.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';

/**
 * Returns the plan with a warning per file that gets a secret and is readable by others. New files with secrets are
 * created private, but an existing file keeps its mode.
 */
export async function warnOfReadableFiles(host: Host, plan: Plan): Promise<Plan> {
  const found = await Promise.all(plan.changes.filter(gainsSecret).map(async ({ path }) => judge(host, path)));
  return { ...plan, diagnostics: [...plan.diagnostics, ...found.flat()] };
}

function gainsSecret({ before, after = '' }: FileChange): boolean {
  return before !== undefined && hiddenSpans(after).length > hiddenSpans(before).length;
}

async function judge(host: Host, file: string): Promise<Diagnostic[]> {
  const mode = await fileMode(host, file);
  if (mode === undefined || (mode & OTHERS) === 0) return [];
  return [diagnostic('file-readable', { mode: (mode & 0o777).toString(8) }, { file })];
}
