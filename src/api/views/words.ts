import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import type { FindingView, PathView } from '../contract/common.ts';

type Surroundings = Pick<Host, 'home' | 'cwd'>;

/** Text that came from files or servers, fit to be sent. */
export function harmless(text: string): string {
  return visible(maskLine(text));
}

export function pathView(path: string, { home, cwd }: Surroundings): PathView {
  // On a page nobody stands in the project, so a path says from where it leads.
  return { path, short: shortPath(path, { home, cwd: home === cwd ? cwd : '' }) };
}

export function findingView(finding: Diagnostic, host: Surroundings): FindingView {
  const { message, fix } = describe(finding);
  const { code, severity, file, range } = finding;
  return {
    code,
    severity,
    message: harmless(message),
    ...(fix !== undefined && { fix: harmless(fix) }),
    ...(file !== undefined && { file: pathView(file, host) }),
    ...(range && { line: range.start.line, column: range.start.column }),
  };
}
