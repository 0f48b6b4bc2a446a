import type { ErrorCode } from '../../model/diagnostics/error.ts';

export const ExitCode = {
  ok: 0,
  failed: 1,
  usage: 2,
  invalidConfig: 3,
  notFound: 4,
  conflict: 5,
  findings: 6,
  signIn: 7,
  unreachable: 8,
  interrupted: 130,
} as const;

const codes: Readonly<Partial<Record<ErrorCode, number>>> = {
  usage: ExitCode.usage,
  'document-malformed': ExitCode.invalidConfig,
  'paste-unrecognized': ExitCode.invalidConfig,
  'server-invalid': ExitCode.invalidConfig,
  'target-unknown': ExitCode.usage,
  'arguments-invalid': ExitCode.usage,
  'server-unknown': ExitCode.notFound,
  'server-elsewhere': ExitCode.notFound,
  'server-missing': ExitCode.notFound,
  'no-servers': ExitCode.notFound,
  'source-missing': ExitCode.notFound,
  'history-missing': ExitCode.notFound,
  'backup-missing': ExitCode.notFound,
  'tool-unknown': ExitCode.notFound,
  'prompt-unknown': ExitCode.notFound,
  'approval-unknown': ExitCode.notFound,
  'config-directory-missing': ExitCode.notFound,
  'config-directory-not-directory': ExitCode.notFound,
  'set-unknown': ExitCode.notFound,
  'program-missing': ExitCode.notFound,
  'page-not-served': ExitCode.notFound,
  'set-unusable': ExitCode.invalidConfig,
  'server-exists': ExitCode.conflict,
  'set-exists': ExitCode.conflict,
  'server-ambiguous': ExitCode.conflict,
  'server-referenced': ExitCode.conflict,
  'switch-without-effect': ExitCode.conflict,
  'current-directory-missing': ExitCode.notFound,
  'path-undecodable': ExitCode.notFound,
  'file-exists': ExitCode.conflict,
  'tool-not-accepted': ExitCode.conflict,
  conflict: ExitCode.conflict,
  differs: ExitCode.findings,
  'budget-exceeded': ExitCode.findings,
  'translation-lossy': ExitCode.findings,
  'written-in-part': ExitCode.findings,
  'sign-in-needed': ExitCode.signIn,
  'sign-in-failed': ExitCode.signIn,
  'not-signed-in': ExitCode.signIn,
  'server-unreachable': ExitCode.unreachable,
  interrupted: ExitCode.interrupted,
};

/** The exit code for an error. */
export function exitCodeOf(error: ErrorCode): number {
  return codes[error] ?? ExitCode.failed;
}
