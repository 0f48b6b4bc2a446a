import { expect, it } from 'vitest';
import { findReferences } from '../../../src/manage/references/find-references.ts';
import { remove } from '../../../src/manage/remove.ts';
import { target, workspace } from '../support/workspace.ts';

const files = {
  '.mcp.json': '{ "mcpServers": { "git": { "command": "a" } } }',
  '.claude/settings.json':
    '{\n  "permissions": {\n    "allow": ["mcp__git", "mcp__github__x", "mcp__git_x"],\n    "deny": ["mcp__git__push"]\n  }\n}\n',
  '~/.claude/settings.json': '{ "hooks": { "PreToolUse": [{ "matcher": "mcp__git__.*|Bash" }] }, "note": "mcp__git" }',
  '.claude/agents/helper.md':
    '---\nname: helper\ntools: Read, mcp__git__status, mcp__github__y\n---\nUse mcp__git a lot.\n',
};

it('finds permissions, hooks and subagents that name a server, with file and line', async () => {
  const place = workspace(files);
  const found = await findReferences(place.host, 'git');
  expect(
    found.map(
      ({ file, range, args }) =>
        `${file?.slice(place.host.home.length - 4).replace(/^.*?(\.claude)/, '$1')}:${range?.start.line} ${(args as { as: string }).as}`,
    ),
  ).toEqual([
    '.claude/settings.json:3 mcp__git',
    '.claude/settings.json:4 mcp__git__push',
    '.claude/settings.json:1 mcp__git__.*',
    '.claude/agents/helper.md:3 mcp__git__status',
  ]);
});

it('keeps the server until told to go on', async () => {
  const place = workspace(files);
  const where = [target('claude-code:project')];
  await expect(remove(place.host, 'git', where)).rejects.toMatchObject({ code: 'server-referenced' });
  const plan = await remove(place.host, 'git', where, { evenIfReferenced: true });
  expect(plan.changes).toHaveLength(1);
  expect(plan.diagnostics).toHaveLength(4);
});

it('is not misled by longer names or odd characters', async () => {
  const place = workspace({
    '.claude/settings.json': '{ "permissions": { "allow": ["mcp__gitx__a", "mcp__my_server__a"] } }',
  });
  expect(await findReferences(place.host, 'git')).toEqual([]);
  expect(await findReferences(place.host, 'my.server')).toHaveLength(1);
});
