import { count } from '../../model/count.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { visible } from '../../model/visible.ts';
import { describeChanges, isSame, type PinDifference } from '../../runtime/tools/pins/compare-pins.ts';
import type { Output } from '../output/output.ts';
import { obstacleAsData, obstacleLines } from '../runtime/show-obstacle.ts';
import { differenceLines } from './difference-lines.ts';
import type { Reloaded } from './reload-servers.ts';

/** The number of tools, and which are new, removed or changed, as lines. */
export function reloadedLines(reloaded: Reloaded, output: Output): string[] {
  const { server, tools = 0, difference, unaccepted, obstacle } = reloaded;
  if (obstacle) return obstacleLines(obstacle, output);
  const lead = `${output.mark('ok')} ${output.style('bold', visible(server.name))}  ${count(tools, 'tool')}`;
  if (unaccepted) return [`${lead}, ${sinceWords(difference)}`, ...unacceptedLines(reloaded, unaccepted, output)];
  if (!difference || isSame(difference)) return [`${lead}, ${sinceWords(difference)}`];
  return [`${lead}, ${sinceWords(difference)}`, ...differenceLines(difference, output.verbose, output)];
}

function sinceWords(difference: PinDifference | undefined): string {
  if (!difference) return 'listed for the first time';
  return isSame(difference) ? 'unchanged' : inWords(difference);
}

/** The complete changes since the tools were accepted, because models receive these texts. */
function unacceptedLines({ server, accepted }: Reloaded, difference: PinDifference, output: Output): string[] {
  const about = accepted
    ? `${output.mark('ok')} accepted:`
    : `${output.mark('warning')} changed since it was accepted: ${inWords(difference)}`;
  const command = `plugboard reload ${quoteWord(server.name)} --accept`;
  return [
    `  ${about}`,
    ...differenceLines(difference, true, output).map((line) => `  ${line}`),
    ...(accepted ? [] : [`    ${output.style('cyan', 'fix:')} to accept the changes: ${visible(command)}`]),
  ];
}

function inWords(difference: PinDifference): string {
  const { added, removed, changed, instructions, isOther } = difference;
  if (isOther) return describeChanges(difference).join(', ');
  const parts = [
    [added.length, 'new'],
    [removed.length, 'removed'],
    [changed.length + (instructions ? 1 : 0), 'changed'],
  ] as const;
  return parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(', ');
}

/** The result for JSON output. */
export function reloadedAsData({ server, obstacle, ...rest }: Reloaded): Record<string, unknown> {
  return { name: server.name, ...rest, ...(obstacle && { failure: obstacleAsData(obstacle) }) };
}
