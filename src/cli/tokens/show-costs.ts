import { rangeOf, type ServerCost, sumOf, type ToolCost } from '../../live/tools/costs.ts';
import { count } from '../../model/count.ts';
import { visible } from '../../model/visible.ts';
import type { Output } from '../output/output.ts';
import { ago } from '../output/relative-time.ts';
import { cut } from '../output/server-labels.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';

const BAR = 20;

/** Prints the cost of each server, and of each tool if `withTools`. */
export function showCosts(costs: readonly ServerCost[], withTools: boolean, { host, output }: CommandContext): void {
  const most = Math.max(1, ...costs.map(({ tokens }) => tokens));
  const widest = numberWidth(costs);
  const rows = costs.map(({ name, tokens, tools, at }) => [
    output.style('bold', visible(name)),
    inWords(tokens).padStart(widest),
    bar(tokens / most, output),
    count(tools.length, 'tool'),
    output.style('dim', `listed ${ago(at, host.now())}`),
  ]);
  for (const [index, line] of inColumns(rows).entries()) {
    output.print(line);
    if (withTools) for (const tool of toolLines(costs[index] as ServerCost, output)) output.print(`  ${tool}`);
  }
}

function toolLines({ tools, instructions }: ServerCost, output: Output): string[] {
  const parts: ToolCost[] = [...tools, ...(instructions > 0 ? [{ name: '(instructions)', tokens: instructions }] : [])];
  const most = Math.max(1, ...parts.map(({ tokens }) => tokens));
  const widest = numberWidth(parts);
  return inColumns(
    parts.map(({ name, tokens }) => [
      cut(visible(name), 40),
      inWords(tokens).padStart(widest),
      bar(tokens / most, output),
    ]),
  );
}

/** Prints the total, its share of the budget, and the range of the estimate. */
export function showTotal(costs: readonly ServerCost[], budget: number | undefined, { output }: CommandContext): void {
  const total = sumOf(costs);
  const part = budget === undefined ? '' : `, ${Math.round((total / budget) * 100)} % of ${inWords(budget)}`;
  output.print(`about ${inWords(total)} tokens${part}`);
  const [least, most] = rangeOf(total);
  output.talk(
    output.style(
      'dim',
      `Estimated: ${inWords(least)} to ${inWords(most)}, depending on the model. Every request includes these tokens.`,
    ),
  );
}

function bar(part: number, output: Output): string {
  const length = part > 0 ? Math.max(1, Math.round(part * BAR)) : 0;
  return output.style('cyan', (output.ascii ? '#' : '\u2588').repeat(length)) + ' '.repeat(BAR - length);
}

function numberWidth(costs: readonly { readonly tokens: number }[]): number {
  return Math.max(0, ...costs.map(({ tokens }) => inWords(tokens).length));
}

function inWords(number: number): string {
  return number.toLocaleString('en');
}
