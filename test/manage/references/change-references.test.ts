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

  describe('in the list of servers of a subagent', () => {
    const agent = (list: string): Record<string, string> => ({
      '.claude/agents/a.md': `---\nname: a\ndescription: Use this: always\n${list}model: opus\n---\nmcpServers: git\n`,
    });
    const inAgent = async (list: string, to?: string): Promise<string | undefined> =>
      (await texts(agent(list), to))['agents/a.md']?.replace(/^.*always\n(.*)model: opus\n.*$/s, '$1');

    it.each([
      ['mcpServers:\n  - slack\n  - git # ours\n', 'mcpServers:\n  - slack\n  - my.git # ours\n'],
      ['mcpServers:\n- "git"\n- slack\n', 'mcpServers:\n- "my.git"\n- slack\n'],
      ['mcpServers: [git, github]\n', 'mcpServers: [my.git, github]\n'],
      ['mcpServers: [git, my.git]\n', 'mcpServers: [my.git]\n'],
    ])('is renamed in %j', async (before, after) => {
      expect(await inAgent(before, 'my.git')).toBe(after);
    });

    it.each([
      ['mcpServers:\n  - slack\n  - git\n', 'mcpServers:\n  - slack\n'],
      ['mcpServers: [git, github]\n', 'mcpServers: [github]\n'],
      ['mcpServers:\n  - git\n', ''],
      ['tools: Read, mcp__git__log\nmcpServers: [git]\n', 'tools: Read\n'],
    ])('is removed from %j', async (before, after) => {
      expect(await inAgent(before)).toBe(after);
    });

    it('is another server if the subagent defines it itself', async () => {
      const own = 'tools: mcp__git__log, Read\nmcpServers:\n  - git:\n      command: git-server\n';
      expect(await inAgent(own, 'other')).toBeUndefined();
    });

    it('is reported with its line while it stays', async () => {
      const { host } = workspace(agent('mcpServers:\n  - slack\n  - git\n'));
      const { diagnostics, changes } = await changeReferences(host, { name: 'git', to: 'my.git', change: false });
      expect(changes).toEqual([]);
      expect(diagnostics).toMatchObject([{ args: { as: 'git', instead: 'my.git' }, range: { start: { line: 6 } } }]);
    });
  });
});
