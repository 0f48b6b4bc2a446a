import { count } from '../../model/count.ts';
import { visible } from '../../model/visible.ts';
import type { Output } from '../output/output.ts';
import { obstacleAsData, obstacleLines } from './show-obstacle.ts';
import type { Outcome } from './test-outcome.ts';

/** Formats a result; `width` is the length of the longest name. */
export function outcomeLines(outcome: Outcome, output: Output, width = 0): string[] {
  const { server, obstacle, problems } = outcome;
  const told = problems.map((problem) => `  ${output.mark('warning')} ${visible(problem)}`);
  if (obstacle) return [...obstacleLines(obstacle, output), ...told];
  const { tools = 0, ms = 0 } = outcome;
  // Columns only for several rows.
  const pad = (text: string, length: number): string => (width === 0 ? text : text.padEnd(length));
  const name = output.style('bold', pad(visible(server.name), width));
  const parts = [name, pad(count(tools, 'tool'), 9), pad(duration(ms), 7), serverVersion(outcome)];
  return [`${output.mark('ok')} ${parts.join('  ').trimEnd()}`, ...told];
}

/** The server's own name and version, and the negotiated protocol version. */
function serverVersion({ info = {} }: Outcome): string {
  const { name = '', version = '', protocol } = info;
  return visible([name, version, protocol && `(${protocol})`].filter(Boolean).join(' '));
}

function duration(ms: number): string {
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function outcomeAsData({ server, obstacle, info, ...rest }: Outcome): Record<string, unknown> {
  const { name, origin, disabled } = server;
  const state = obstacle ? (disabled ? 'off' : (obstacle.approval?.permission ?? 'failed')) : 'ok';
  const { client, scope, file } = origin ?? {};
  const failure = obstacle && !disabled ? { failure: obstacleAsData(obstacle) } : {};
  return { name, state, client, scope, file, ...rest, ...(info && { server: info }), ...failure };
}
