import { describe, expect, it } from 'vitest';
import { copy } from '../../src/manage/copy.ts';
import { readServer } from '../../src/manage/plan/read-server.ts';
import { remove } from '../../src/manage/remove.ts';
import { clone, rename } from '../../src/manage/rename.ts';
import { setEnabled } from '../../src/manage/set-enabled.ts';
import { update } from '../../src/manage/update.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import type { Plan } from '../../src/store/write/plan.ts';
import { target, type Workspace, workspace } from './support/workspace.ts';

const own = '# mine\n[mcp_servers.m]\ncommand = "u" # run\ncwd = "/w"\n';
const project = '[mcp_servers.m]\nargs = ["2"] # here\n';
const parts = [target('codex:project'), target('codex:user')];

function codex(more = ''): Workspace {
  return workspace({ '~/.codex/config.toml': own, '.codex/config.toml': project + more });
}

async function apply({ host }: Workspace, plan: Promise<Plan>): Promise<void> {
  await applyPlan(host, await plan, { isApproved: async () => true });
}

describe('a server that its client puts together from two files', () => {
  it('is read as one', async () => {
    const here = codex();
    const whole = { transport: 'stdio', command: 'u', cwd: '/w', args: ['2'] };
    for (const part of parts)
      expect({ transport: 'stdio', ...(await readServer(here.host, 'm', part)) }).toEqual(whole);
  });

  it('is switched off and on again, also where only a part says so', async () => {
    const here = codex();
    const before = here.files();
    for (const where of [parts, parts.slice(0, 1), parts.slice(1)]) {
      await apply(here, setEnabled(here.host, 'm', false, where));
      expect(Object.values(here.files()).join('')).toContain('enabled = false');
      await apply(here, setEnabled(here.host, 'm', true, parts));
      expect(here.files()).toEqual(before);
    }
    const off = workspace({ '~/.codex/config.toml': own, '.codex/config.toml': '[mcp_servers.m]\nenabled = false\n' });
    await apply(off, setEnabled(off.host, 'm', true, parts));
    expect(off.read('.codex/config.toml')).not.toContain('false');
  });

  it('is changed in the part that counts most, and loses a field in each', async () => {
    const here = codex('cwd = "/p"\n');
    await apply(
      here,
      update(here.host, 'm', ({ cwd: _, ...server }) => ({ ...server, args: ['3'] }), parts),
    );
    expect(here.files()).toEqual({
      '~/.codex/config.toml': '# mine\n[mcp_servers.m]\ncommand = "u" # run\n',
      '.codex/config.toml': '[mcp_servers.m]\nargs = ["3"] # here\n',
    });
  });

  it('is renamed and doubled part by part, and removed from both', async () => {
    const here = codex();
    await apply(here, clone(here.host, 'm', 'n', parts));
    expect(here.read('.codex/config.toml')).toBe(`${project}\n[mcp_servers.n]\nargs = ["2"]\n`);
    await apply(here, remove(here.host, 'n', parts));
    await apply(here, rename(here.host, 'm', 'n', parts));
    expect(here.files()).toEqual({
      '~/.codex/config.toml': own.replace('.m]', '.n]'),
      '.codex/config.toml': project.replace('.m]', '.n]'),
    });
  });

  it('is brought elsewhere whole, and leaves nothing behind when it moves', async () => {
    const here = codex();
    await apply(here, copy(here.host, 'm', parts, [target('gemini-cli:user')], { move: true }));
    expect(JSON.parse(here.read('~/.gemini/settings.json') ?? '')).toEqual({
      mcpServers: { m: { command: 'u', args: ['2'], cwd: '/w' } },
    });
    expect(Object.values(here.files()).join('')).not.toContain('mcp_servers.m]');
  });
});
