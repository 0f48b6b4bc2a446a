import type { Failure } from '../../types.ts';

const tip =
  'Standard output is for MCP messages only. Check that the command starts a server that speaks MCP over stdio and logs to standard error.';

/**
 * Adds stray stdout text to a failed handshake: it is the likely cause, and a longer timeout would not help. `line` is
 * masked and cut already.
 */
export function withStrayOutput(failure: Failure, line: string): Failure {
  const wrote = `wrote text to standard output that is not an MCP message: "${line}"`;
  if (failure.kind === 'timeout')
    return { ...failure, kind: 'protocol', message: `The server ${wrote}. ${failure.message}`, tip };
  return { ...failure, message: `${failure.message} Before that it ${wrote}`, tip: failure.tip ?? tip };
}
