import { describe, expect, it } from 'vitest';
import { changeReferences } from '../../../src/manage/references/change-references.ts';
import { remove } from '../../../src/manage/remove.ts';
import { target, workspace } from '../support/workspace.ts';

const defined = { '.mcp.json': '{ "mcpServers": { "git": { "command": "a" } } }' };
const mentions = {
  '.claude/settings.json':
    '{\n  // ours\n  "permissions": {\n    "allow": ["Bash", "mcp__git", "mcp__github__x", "mcp__git__push"],\n    "deny": ["mcp__git__push"]\n  }\n}\n',
  '~/.claude/settings.json':
    '{ "hooks": { "PreToolUse": [{ "matcher": "mcp__git__.*|Bash" }, { "matcher": "mcp__git" }], "Stop": [{ "hooks": [{ "command": "echo mcp__git" }] }] } }',
  '.claude/agents/team/helper.md':
    '---\nname: helper\ntools: mcp__git__log, Read, mcp__git__status\n---\nUse mcp__git a lot.\n',
  '.claude/agents/list.md': '---\ntools:\n  - Read\n  - mcp__git__log\n  - "mcp__git__status"\n---\n',
  '~/.claude/agents/only.md': '---\r\ntools: mcp__git\r\n---\r\n',
};

async function texts(
  files: Readonly<Record<string, string>>,
  to?: string,
): Promise<Record<string, string | undefined>> {
  const { host } = workspace(files);
  const { changes } = await changeReferences(host, { name: 'git', to, change: true });
  return Object.fromEntries(changes.map(({ path, after }) => [path.slice(path.indexOf('.claude/') + 8), after]));
}

describe('what names a server', () => {
  it('gets its new name in permissions, hooks and subagents of any folder', async () => {
    const { host } = workspace(mentions);
    const plan = await changeReferences(host, { name: 'git', to: 'my.git', change: true });
    const all = plan.changes.map(({ after }) => after).join('\n');
    expect(plan.changes).toHaveLength(5);
    expect(plan.diagnostics).toEqual([]);
    expect(all).toContain('"allow": ["Bash", "mcp__my_git", "mcp__github__x", "mcp__my_git__push"]');
    expect(all).toContain('"matcher": "mcp__my_git__.*|Bash"');
    expect(all).toContain('tools: mcp__my_git__log, Read, mcp__my_git__status\n---\nUse mcp__git a lot.');
    expect(all).toContain('// ours');
  });

  it('goes with the server, but never so that anything gets more rights', async () => {
    const { host } = workspace(mentions);
    const plan = await changeReferences(host, { name: 'git', change: true });
    const all = plan.changes.map(({ after }) => after).join('\n');
    expect(all).toContain('"allow": ["Bash", "mcp__github__x"],\n    "deny": []');
    expect(all).toContain('"PreToolUse": [{ "matcher": "Bash" }]');
    expect(all).toContain('tools: Read\n---\nUse mcp__git a lot.');
    expect(all).toContain('tools:\n  - Read\n---');
    // The command of a hook, and the only tool of a subagent, which could use all tools without it.
    expect(plan.diagnostics.map(({ file }) => file?.replace(/^.*\.claude\//, ''))).toEqual([
      'settings.json',
      'agents/only.md',
    ]);
  });

  it('is changed only in the files that were chosen', async () => {
    const { host } = workspace(mentions);
    const path = `${host.cwd}/.claude/settings.json`;
    const plan = await changeReferences(host, { name: 'git', change: [path] });
    expect(plan.changes.map((change) => change.path)).toEqual([path]);
    expect(plan.diagnostics.length).toBeGreaterThan(3);
  });

  it('stays while the client that has it still has the server', async () => {
    expect(await texts({ ...mentions, ...defined }, 'other')).toEqual({});
    const { host } = workspace({
      ...mentions,
      ...defined,
      '~/.cursor/mcp.json': '{ "mcpServers": { "git": { "command": "a" } } }',
    });
    const plan = await remove(host, 'git', [target('cursor:user')]);
    expect(plan.diagnostics).toEqual([]);
    const both = await remove(host, 'git', [target('cursor:user'), target('claude-code:project')], {
      references: true,
      evenIfReferenced: true,
    });
    expect(both.changes).toHaveLength(6);
  });
});
