import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import { shortPath } from '../../model/short-path.ts';
import { escapeHidden } from '../../model/visible.ts';
import type { IssueView, PathView } from '../contract/common.ts';

type PathHost = Pick<Host, 'home' | 'cwd' | 'platform'>;

/** Sanitizes text from files or servers for sending. */
export function sanitized(text: string): string {
  return escapeHidden(maskLine(text));
}

export function pathView(path: string, { home, cwd, platform }: PathHost): PathView {
  // The page has no working directory, so paths are not relative to the project.
  return { path, short: shortPath(path, { home, cwd: home === cwd ? cwd : '', platform }) };
}

export function issueView(issue: Diagnostic, host: PathHost): IssueView {
  const { message, fix } = describe(issue);
  const { code, severity, file, range } = issue;
  return {
    code,
    severity,
    message: sanitized(message),
    ...(fix !== undefined && { fix: sanitized(fix) }),
    ...(file !== undefined && { file: pathView(file, host) }),
    ...(range && { line: range.start.line, column: range.start.column }),
  };
}
