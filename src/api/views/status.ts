import type { ConnectionState, Failure } from '../../runtime/types.ts';
import type { EvidenceView, StatusView } from '../contract/servers.ts';

/** The status of a connection, worded for the page. Failures are masked already. */
export function statusView(state: ConnectionState, now: Date): StatusView {
  const at = now.toISOString();
  switch (state.name) {
    case 'idle':
    case 'closed':
      return { name: 'not-checked' };
    case 'connecting':
      return { name: 'starting', at };
    case 'ready':
      return { name: 'connected', at: state.since.toISOString() };
    case 'needs-approval':
      return { name: 'needs-approval', reason: 'Not approved in its current form.', at };
    case 'needs-sign-in':
      return { name: 'needs-sign-in', reason: state.reason, at };
    case 'backoff':
      return { ...failed(state.failure, at), name: 'starting' };
    case 'failed':
      return failed(state.failure, at);
  }
}

function failed(failure: Failure, at: string): StatusView {
  const evidence = evidenceOf(failure);
  const output = lastLine(failure.stderr);
  return {
    name: failure.kind === 'denied' ? 'denied' : 'failed',
    reason: failure.message,
    ...(output !== undefined && { output }),
    ...(failure.tip !== undefined && { hint: failure.tip }),
    ...(Object.keys(evidence).length > 0 && { evidence }),
    at,
  };
}

function evidenceOf({ exitCode, signal, status, stderr = [] }: Failure): EvidenceView {
  return {
    ...(exitCode !== undefined && { exitCode }),
    ...(signal !== undefined && { signal }),
    ...(status !== undefined && { httpStatus: status }),
    ...(stderr.length > 0 && { stderr }),
  };
}

/**
 * Stack frames are indented, and Node.js ends with its version; neither says what went wrong. npm says it first and ends
 * with advice and the path of its log.
 */
function lastLine(stderr: readonly string[] = []): string | undefined {
  const npm = stderr.find((line) => /^npm (?:error|ERR!) (?!(?:code|errno|syscall|path|type) )\S/.test(line));
  if (npm !== undefined) return npm.trim();
  return stderr.findLast((line) => /^\S/.test(line) && !/^(?:Node\.js v\d|[\])}]+$)/.test(line))?.trim();
}
