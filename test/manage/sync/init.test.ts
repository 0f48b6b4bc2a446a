import { expect, it } from 'vitest';
import { init } from '../../../src/manage/sync/init.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { workspace } from '../support/workspace.ts';

const secret = JSON.stringify({
  mcpServers: { x: { command: 'npx', env: { API_KEY: 'sk-abcdefghijklmnopqrstu0123' } } },
});

it.each([
  ['in the root of a checkout', '.git/HEAD', '', 'dist\r\n', 'dist\r\n/.mcp.json\r\n'],
  ['in a package of a monorepo', '.git/HEAD', 'packages/a/', undefined, '/.mcp.json\n'],
  ['outside of a checkout', 'README', '', undefined, undefined],
  ['where the line is already there', '.git/HEAD', '', '.mcp.json\n', '.mcp.json\n'],
])('proposes lines for .gitignore %s', async (_, marker, below, ignored, wanted) => {
  const space = workspace({
    [marker]: '',
    [`${below}.mcp.json`]: secret,
    ...(ignored !== undefined && { [`${below}.gitignore`]: ignored }),
  });
  const host = { ...space.host, cwd: space.path(below).replace(/\/$/, '') };
  const { plan } = await init(host);
  await applyPlan(host, plan);
  expect(space.read(`${below}.gitignore`)).toBe(wanted);
  expect(space.read(`${below}plugboard.json`)).toContain('${API_KEY}');
});
