import { visible } from '../../model/visible.ts';
import { serverAsData, serverLines } from '../approvals/show-server.ts';
import type { Output } from '../output/output.ts';
import { withHead, writeLines } from '../output/terminal-lines.ts';
import { exitCodeOf } from '../program/exit-code.ts';
import type { Obstacle } from './obstacle.ts';

/**
 * Formats an obstacle: message, stderr, definition to approve unless `brief`, and hint. What the server said is masked;
 * a definition that waits for approval is shown as it is.
 */
export function obstacleLines(obstacle: Obstacle, output: Output, brief = false): string[] {
  const { message, hint, note, approval, stderr = [] } = obstacle;
  const definition = approval?.permission === 'pending' && !brief ? serverLines(approval, output) : [];
  return [
    ...withHead(`${output.mark(approval ? 'warning' : 'error')} `, output.masked(message)),
    ...stderr.map((line) => `  ${output.style('dim', '|')} ${visible(output.masked(line))}`),
    ...definition.map((line) => `  ${line}`),
    ...(note === undefined ? [] : [`  ${visible(output.masked(note))}`]),
    ...(hint === undefined ? [] : [`  ${output.style('cyan', 'fix:')} ${visible(output.masked(hint))}`]),
  ];
}

/** An obstacle as JSON data. */
export function obstacleAsData({ approval, ...rest }: Obstacle): Obstacle {
  return approval ? { ...rest, definition: serverAsData(approval) } : rest;
}

/** Fails the command because of one server. */
export function failWith(obstacle: Obstacle, output: Output): undefined {
  if (output.json) output.fail(obstacleAsData(obstacle));
  else printOnStderr(obstacleLines(obstacle, output), output);
  output.exitCode = exitCodeOf(obstacle.code);
}

/** Prints even with `--quiet`, and unmasked: an approval or a sign-in needs the whole text. */
export function printOnStderr(lines: readonly string[], output: Output): void {
  writeLines('stderr', lines, output);
}
