import { expect, test } from 'vitest';
import { examine } from '../../../src/doctor/examine.ts';
import { workspace } from '../../manage/support/workspace.ts';

const entry = (command: string, more = {}): string => JSON.stringify({ mcpServers: { x: { command, ...more } } });

test('entries that a policy refuses are issues, at their place; disabled ones are not', async () => {
  const here = workspace({
    '~/.cursor/mcp.json': entry('bash'),
    '.cursor/mcp.json': entry('node'),
    '.roo/mcp.json': entry('bash', { disabled: true }),
    'plugboard.policy.json': JSON.stringify({ rules: [{ id: 'no-shell', deny: { command: ['bash'] } }] }),
  });
  const { issues } = await examine(here.host);
  const found = issues.filter(({ code }) => code === 'policy-violated');
  expect(found.map(({ file, server, range }) => [file, server, range?.start.line])).toEqual([
    [here.path('~/.cursor/mcp.json'), 'x', 1],
  ]);
});

test('an invalid policy is an issue', async () => {
  const here = workspace({ 'plugboard.policy.json': '{"rules": 1}' });
  const { issues } = await examine(here.host);
  expect(issues.map(({ code, file }) => [code, file])).toContainEqual([
    'policy-invalid',
    here.path('plugboard.policy.json'),
  ]);
});
