import { describe, expect, it } from 'vitest';
import type { MatrixAnswer } from '../../src/api/contract/matrix.ts';
import type { PlanView } from '../../src/api/contract/plans.ts';
import { Page } from './support/page.ts';

async function planOf(page: Page, operation: object): Promise<PlanView> {
  return (await page.post('plans', operation)).body as PlanView;
}

async function carryOut(page: Page, operation: object): Promise<PlanView> {
  const plan = await planOf(page, operation);
  await page.post(`plans/${plan.id}/write`);
  return plan;
}

describe('a server of the user in Claude Code', () => {
  const claude = { mcpServers: { a: { command: 'a' } } };

  it('is said to be off in this project only, in the plan and afterwards', async () => {
    const page = new Page();
    page.write('.claude.json', claude);
    const plan = await carryOut(page, { kind: 'disable', names: ['a'] });
    expect(plan.isPartlyOff).toBe(true);
    expect(plan.losses).toMatchObject([{ server: 'a', client: 'Claude Code', field: 'disabled', action: 'mapped' }]);
    const { body } = await page.get('servers/a');
    expect(body.entries).toMatchObject([{ state: 'off', why: 'Disabled in this project only.' }]);
  });

  it('is taken out of its file when it is to be off everywhere, and put back', async () => {
    const page = new Page();
    page.write('.claude.json', claude);
    const plan = await carryOut(page, { kind: 'disable', names: ['a'], everywhere: true });
    expect(plan.isPartlyOff).toBe(false);
    expect(plan.issues).toMatchObject([{ code: 'entry-parked' }]);
    expect(page.json('.claude.json')).toEqual({ mcpServers: {} });
    await carryOut(page, { kind: 'enable', names: ['a'] });
    expect(page.json('.claude.json')).toEqual(claude);
  });

  it('is said to be off in one project when the matrix switches it off', async () => {
    const page = new Page();
    page.write('.claude.json', claude);
    const cells = [{ name: 'a', client: 'claude-code', scope: 'user', action: 'off' }];
    expect(await planOf(page, { kind: 'sync', cells })).toMatchObject({ isPartlyOff: true });
  });
});

describe('a server of a client without a switch', () => {
  const cursor = { mcpServers: { a: { command: 'a' } } };

  it.each([
    { kind: 'disable', names: ['a'] },
    { kind: 'sync', cells: [{ name: 'a', client: 'cursor', scope: 'user', action: 'off' }] },
  ])('is announced to be taken out of its file ($kind)', async (operation) => {
    const page = new Page();
    page.write('.cursor/mcp.json', cursor);
    const { issues } = await planOf(page, operation);
    expect(issues).toMatchObject([
      { code: 'entry-parked', message: '"a" is parked by Plugboard and not in this file: Cursor has no switch' },
    ]);
  });

  it('cannot be started while it is parked, and names the command that puts it back', async () => {
    const page = new Page();
    page.write('.cursor/mcp.json', cursor);
    await carryOut(page, { kind: 'disable', names: ['a'] });
    const { status, body } = await page.post('servers/a/connection', { action: 'start' });
    expect(status).toBe(409);
    expect(body.error.message).toBe('Server "a" is disabled. Run plugboard enable a --in cursor:user first.');
  });

  it('is shown as off in the matrix, also by a key that its client ignores', async () => {
    const page = new Page();
    page.write('.cursor/mcp.json', { mcpServers: { a: { command: 'a', disabled: true } } });
    const { body } = await page.get('matrix');
    const { rows, words } = body as MatrixAnswer;
    expect(rows.flatMap(({ cells }) => cells).map((at) => words[at])).toContain('off');
  });
});
