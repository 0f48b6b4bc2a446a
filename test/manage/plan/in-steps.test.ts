import { expect, it } from 'vitest';
import { add } from '../../../src/manage/add.ts';
import { inSteps } from '../../../src/manage/plan/in-steps.ts';
import { remove } from '../../../src/manage/remove.ts';
import { rename } from '../../../src/manage/rename.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { target, workspace } from '../support/workspace.ts';

const place = target('claude-code:project');

it('makes each step see the ones before it, and writes once', async () => {
  const { host, files, read } = workspace();
  const plan = await inSteps(host, 'three steps', [
    (on) => add(on, 'a', { command: 'node' }, [place]),
    (on) => add(on, 'b', { command: 'node' }, [place]),
    (on) => rename(on, 'a', 'c', [place]),
  ]);
  expect(files()).toEqual({});
  expect(plan.title).toBe('three steps');
  expect(plan.changes.filter(({ path }) => path.endsWith('.mcp.json'))).toHaveLength(1);
  const applied = await applyPlan(host, plan);
  expect(Object.keys(JSON.parse(read('.mcp.json') ?? '').mcpServers)).toEqual(['c', 'b']);
  await undo(host, applied?.id ?? '');
  expect(files()).toEqual({});
});

it('changes nothing when a later step takes an earlier one back', async () => {
  const { host } = workspace();
  const plan = await inSteps(host, 'there and back', [
    (on) => add(on, 'a', { command: 'node' }, [place]),
    (on) => remove(on, 'a', [place]),
  ]);
  expect(plan.changes).toEqual([]);
});

it('fails with the step that fails', async () => {
  const { host } = workspace();
  const steps = [1, 2].map(() => (on: typeof host) => add(on, 'a', { command: 'node' }, [place]));
  await expect(inSteps(host, 'twice', steps)).rejects.toMatchObject({ code: 'server-exists' });
});
