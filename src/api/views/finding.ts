import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import type { FindingView } from '../contract/common.ts';
import { pathView } from './path.ts';

/** An issue as text. It may quote files, so it is masked. */
export function findingView(finding: Diagnostic, host: Pick<Host, 'home' | 'cwd'>): FindingView {
  const { code, severity, file, range } = finding;
  const { message, fix } = describe(finding);
  return {
    code,
    severity,
    message: visible(maskLine(message)),
    ...(fix !== undefined && { fix: visible(maskLine(fix)) }),
    ...(file !== undefined && { file: pathView(file, host) }),
    ...(range && { line: range.start.line, column: range.start.column }),
  };
}
