import { ConnectionError } from '../../runtime/connect/errors.ts';
import type { ToolOutput } from '../../runtime/tools/execute.ts';
import type { Output } from '../output/output.ts';
import { withHead } from '../output/terminal-lines.ts';
import { exitCodeOf } from '../program/exit-code.ts';
import { type Obstacle, obstacleOf } from './obstacle.ts';
import type { PreparedCall } from './prepare-call.ts';
import { obstacleLines, printOnStderr } from './show-obstacle.ts';
import { textLines } from './visible-text.ts';

/** Prints the result on stdout, or the failure on stderr. */
export function showCall(call: PreparedCall, result: ToolOutput, raw: boolean, output: Output): void {
  const { tool, args } = call;
  const { text, isError, details } = result;
  const failure = isError ? obstacleIn(result, call) : undefined;
  if (failure) output.exitCode = exitCodeOf(failure.code);
  if (output.json) {
    const called = { server: tool.serverName, tool: tool.mcpToolName, arguments: args, isError };
    const data = { ...called, ...(details.result && { text, result: details.result }) };
    return output.document({ ok: !isError, data, warnings: [], errors: failure ? [failure] : [] });
  }
  if (raw && details.result) return output.raw(`${output.jsonText(details.result)}\n`);
  if (failure) return printOnStderr(failureLines(text, failure, output), output);
  if (text === '') output.talk('The tool returned nothing.');
  else output.print(textLines(output.masked(text)));
}

function obstacleIn({ text: message, details }: ToolOutput, { server }: PreparedCall): Obstacle {
  const { failure, result, error } = details;
  if (failure) return { ...obstacleOf(server, new ConnectionError(failure)), message };
  const code = result?.['isError'] === true ? 'tool-failed' : 'call-failed';
  return { code, message, server: server.name, ...(error && { error }) };
}

/** The text may have several lines. */
function failureLines(text: string, failure: Obstacle, output: Output): string[] {
  const [, ...about] = obstacleLines({ ...failure, message: '' }, output);
  return [...withHead(`${output.mark('error')} `, output.masked(text)), ...about];
}
