import { describe, expect, it } from 'vitest';
import { add } from '../../src/manage/add.ts';
import { remove } from '../../src/manage/remove.ts';
import { keptTexts, restore } from '../../src/manage/restore.ts';
import { setEnabled } from '../../src/manage/set-enabled.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import type { Plan } from '../../src/store/write/plan.ts';
import { target, type Workspace, workspace } from './support/workspace.ts';

async function apply(place: Workspace, plan: Promise<Plan>): Promise<string> {
  return (await applyPlan(place.host, await plan))?.id ?? '';
}

describe('restoring', () => {
  it('gives files their old text back, whatever they hold now', async () => {
    const files = { '.mcp.json': '\uFEFF{ "mcpServers": {} }\r\n', '~/.codex/config.toml': '# mine\n' };
    const place = workspace(files);
    const targets = [target('claude-code:project'), target('codex:user'), target('cursor:user')];
    const id = await apply(place, add(place.host, 'a', { command: 'x' }, targets));
    expect((await keptTexts(place.host, id)).map(({ path }) => path)).toEqual([
      place.path('.mcp.json'),
      place.path('~/.codex/config.toml'),
    ]);
    place.write('.mcp.json', '{ broken');
    await apply(place, restore(place.host, id, [place.path('.mcp.json')]));
    expect(place.read('.mcp.json')).toBe(files['.mcp.json']);
    expect(place.read('~/.codex/config.toml')).toContain('[mcp_servers.a]');
    await apply(place, restore(place.host, id));
    // A file that was new has no old text; it stays.
    expect(place.files()).toEqual({ ...files, '~/.cursor/mcp.json': expect.any(String) as string });
    expect((await restore(place.host, id)).changes).toEqual([]);
  });

  it('brings back what was noted about the file, too', async () => {
    const place = workspace({ '~/.cursor/mcp.json': '{}\n' });
    const cursor = [target('cursor:user')];
    await apply(place, add(place.host, 'a', { command: 'x' }, cursor));
    const id = await apply(place, remove(place.host, 'a', cursor));
    expect(place.read('~/.cursor/mcp.json')).toBe('{}\n');
    await apply(place, restore(place.host, id));
    expect(place.read('~/.cursor/mcp.json')).toContain('"mcpServers"');
    // The container is known to be ours again, so it goes with the last entry.
    await apply(place, remove(place.host, 'a', cursor));
    expect(place.read('~/.cursor/mcp.json')).toBe('{}\n');
  });

  it('does not lose a server that was parked at that time', async () => {
    const file = '{ "mcpServers": { "a": { "command": "x" } } }\n';
    const place = workspace({ '~/.config/Claude/claude_desktop_config.json': file });
    const desktop = [target('claude-desktop:user')];
    await apply(place, setEnabled(place.host, 'a', false, desktop));
    const on = await apply(place, setEnabled(place.host, 'a', true, desktop));
    await apply(place, restore(place.host, on));
    expect(place.read('~/.config/Claude/claude_desktop_config.json')).not.toContain('"a"');
    await apply(place, setEnabled(place.host, 'a', true, desktop));
    expect(place.read('~/.config/Claude/claude_desktop_config.json')).toBe(file);
  });
});
