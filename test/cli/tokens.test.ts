import { describe, expect, it } from 'vitest';
import { rangeOf } from '../../src/live/tools/costs.ts';
import { linesIn, machineWith } from './runtime/support/servers.ts';
import { type Machine, machine } from './support/machine.ts';
import { npmServer } from './support/npm-server.ts';
import { odd } from './support/odd.ts';

interface Costs {
  readonly total: number;
  readonly range: { readonly least: number; readonly most: number };
  readonly servers: readonly { name: string; tokens: number; tools: readonly { name: string; tokens: number }[] }[];
  readonly unknown: readonly { name: string; why: string }[];
}

function withServers(): Machine {
  const here = machineWith({ project: { theirs: { command: 'x' } } });
  const user = { memory: npmServer('memory'), odd: odd(here), off: { command: 'x', disabled: true } };
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers: user }));
  return here;
}

const sumOf = (parts: readonly { tokens: number }[]): number => parts.reduce((sum, { tokens }) => sum + tokens, 0);

describe('plugboard tokens', () => {
  const here = withServers();

  it('contacts no server by itself', () => {
    expect(here.run(['tokens'])).toEqual({
      code: 0,
      stdout: 'No tools are known yet.\n',
      stderr: `Not included: memory (not listed yet), odd (not listed yet), theirs (needs approval)
List their tools with: plugboard tokens --refresh
`,
    });
    expect(linesIn(here.path('log'))).toEqual([]);
  });

  it('tells what each server and tool costs, the most expensive first', () => {
    const { code, stdout, stderr } = here.run(['tokens', '--refresh']);
    // Somebody has to approve one of them first.
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^memory {2}[\d,]+ {2}█{20} {2}9 tools {2}listed just now\nodd +\d+ {2}█+ +9 tools {2}listed just now\nabout [\d,]+ tokens\n$/,
    );
    expect(stderr).toContain('Server "theirs" needs approval.');
    expect(stderr).toMatch(/Estimated: [\d,]+ to [\d,]+, depending on the model\./);
    const starts = linesIn(here.path('log')).filter((line) => line === 'start').length;
    const { data, ok } = here.ask<Costs>(['tokens']);
    expect(ok).toBe(true);
    expect(linesIn(here.path('log')).filter((line) => line === 'start')).toHaveLength(starts);
    expect(data.unknown).toEqual([{ name: 'theirs', why: 'needs approval' }]);
    expect(data.total).toBe(sumOf(data.servers));
    expect([data.range.least, data.range.most]).toEqual(rangeOf(data.total));
    for (const { tools } of data.servers) {
      const tokens = tools.map((tool) => tool.tokens);
      expect(tokens).toEqual(tokens.toSorted((a, b) => b - a));
    }
  });

  it('goes into the tools of a server that is named', () => {
    const { stdout } = here.run(['tokens', 'odd', '--ascii']);
    expect(stdout).toMatch(/^odd {2}\d+ {2}#{20} {2}9 tools {2}listed just now\n {2}announce +\d+ {2}#+\n/);
    expect(stdout).toMatch(/\n {2}\(instructions\) +\d+ {2}#+\n/);
    expect(here.run(['tokens', '--tools']).stdout).toContain('  structured ');
    expect(here.run(['tokens', 'ood']).code).toBe(4);
  });

  it('ends with 6 when a budget is exceeded', () => {
    const { total } = here.ask<Costs>(['tokens']).data;
    expect(here.run(['tokens', '--budget', String(total)]).code).toBe(0);
    expect(here.run(['tokens', '--budget', '9k']).stdout).toMatch(/^about [\d,]+ tokens, \d+ % of 9,000$/m);
    const { code, stdout, stderr } = here.run(['tokens', '--budget', String(total - 1)]);
    expect(code).toBe(6);
    expect(stdout).toContain('about ');
    expect(stderr).toContain(`✗ The tools cost about ${total} tokens of context, over the budget of ${total - 1}.\n`);
    const answer = here.ask<Costs>(['tokens', '--budget', '1']);
    expect(answer).toMatchObject({ code: 6, ok: false, errors: [{ code: 'budget-exceeded' }] });
    expect(answer.data.total).toBe(total);
    expect(here.run(['tokens', '--budget', 'much']).code).toBe(2);
  });

  it('counts only servers of the clients that are named', () => {
    expect(here.ask<Costs>(['tokens', '--client', 'cursor']).data.servers).toHaveLength(2);
    expect(here.ask<Costs>(['tokens', '--client', 'codex']).data).toMatchObject({ total: 0, servers: [] });
  });
});

it('has nothing to count without servers', () => {
  expect(machine().run(['tokens']).stdout).toBe('No tools are known yet.\n');
});
