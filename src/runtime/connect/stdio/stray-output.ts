import type { Failure } from '../../types.ts';

/** How the log begins when a server writes something to standard output that is not a message. */
export const strayOutputLead = 'The server wrote a line that is no message: ';

/** The first stray line in what was logged, as it was quoted there. */
export function strayLineIn(message: string): string | undefined {
  return message.startsWith(strayOutputLead) ? message.slice(strayOutputLead.length) : undefined;
}

const tip =
  'Standard output is for MCP messages only. Check that the command starts a server that speaks MCP over stdio and logs to standard error.';

/**
 * A failed handshake after text on standard output: the text is the likely reason, and waiting longer does not help.
 * `line` is masked and cut already.
 */
export function withStrayOutput(failure: Failure, line: string): Failure {
  const wrote = `wrote text to standard output that is not an MCP message: "${line}"`;
  if (failure.kind === 'timeout')
    return { ...failure, kind: 'protocol', message: `The server ${wrote}. ${failure.message}`, tip };
  return { ...failure, message: `${failure.message} Before that it ${wrote}`, tip: failure.tip ?? tip };
}
