import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { type Machine, machine, program } from './support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from './support/tmux.ts';

const cursor = '~/.cursor/mcp.json';

type Answer = Readonly<Record<string, unknown>>;

/** Calls tools of the built server, one after the other, as a client that has no forms. */
async function callTools(here: Machine, calls: readonly (readonly [string, object])[]): Promise<Answer[]> {
  const child = spawn(process.execPath, [program, 'mcp'], { cwd: here.project, env: here.env, stdio: 'pipe' });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'Tester', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  const results: Answer[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id === 0) send({ method: 'notifications/initialized' });
    else if (id !== undefined) results.push(result.structuredContent ?? result);
    const next = calls[results.length];
    if (!next) break;
    send({ id: results.length + 1, method: 'tools/call', params: { name: next[0], arguments: next[1] } });
  }
  child.stdin.end();
  return results;
}

/** A plan that waits for a decision. */
async function planned(here: Machine): Promise<string> {
  const definition = { command: 'uvx', args: ['mcp-server-git'] };
  const [plan] = await callTools(here, [['plan_change', { action: 'add', server: 'git', definition, to: ['cursor'] }]]);
  const planId = String(plan?.['planId']);
  const [answer] = await callTools(here, [['apply_plan', { planId }]]);
  expect(answer).toMatchObject({ status: 'pending', planId });
  return planId;
}

describe.skipIf(!hasTmux)('a plan of an assistant at a terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());

  it('is written after a person has confirmed it, even with --yes', async () => {
    const here = machine({});
    const planId = await planned(here);
    terminal = startInTerminal(here, ['plans', 'apply', planId, '--yes']);
    const shown = await terminal.shows('Write this?');
    expect(shown).toContain('Tester asks to');
    expect(shown).toContain('mcp-server-git');
    expect(here.everything()).not.toContain(cursor);
    terminal.press('y');
    await terminal.shows('exit code 0');
    expect(here.read(cursor)).toContain('mcp-server-git');
    const [again] = await callTools(here, [['apply_plan', { planId }]]);
    expect(again).toMatchObject({ status: 'applied' });
  });

  it('is rejected for good when a person declines it', async () => {
    const here = machine({});
    const planId = await planned(here);
    terminal = startInTerminal(here, ['plans', 'apply', planId]);
    await terminal.shows('Write this?');
    terminal.press('n');
    await terminal.shows('Rejected. Nothing written.');
    const [answer] = await callTools(here, [['apply_plan', { planId }]]);
    expect(answer).toMatchObject({ isError: true });
    expect(here.everything()).not.toContain(cursor);
  });
});

it('a plan of an assistant is not written without a terminal', async () => {
  const here = machine({});
  const planId = await planned(here);
  expect(here.run(['plans', 'apply', planId, '--yes']).code).not.toBe(0);
  expect(here.everything()).not.toContain(cursor);
});
