import type { Failure } from '../../types.ts';

/** Start of the log message for stdout text that is not a message. */
export const strayOutputLead = 'The server wrote a line that is not a message: ';

/** The stray line quoted in a log message. */
export function strayLineIn(message: string): string | undefined {
  return message.startsWith(strayOutputLead) ? message.slice(strayOutputLead.length) : undefined;
}

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
