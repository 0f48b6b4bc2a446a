import { expect, it } from 'vitest';
import { machine } from './support/machine.ts';

it('adds the OpenCode server by its name alone', () => {
  const here = machine();
  const { code } = here.run(['add', 'opencode', '--to', 'claude-code:project,codex:project']);
  expect(code).toBe(0);
  const files = here.files();
  expect(JSON.stringify(files)).toMatch(/npx.*-y.*plugboard.*opencode/s);
  expect(Object.keys(files)).toHaveLength(2);
});

it('passes options behind -- on to it', () => {
  const here = machine();
  here.run(['add', 'opencode', '--to', 'claude-code:project', '--', '--read-only', '--toolsets', 'all']);
  expect(JSON.stringify(here.files())).toMatch(/npx.*opencode.*--read-only.*--toolsets.*all/s);
});

it('takes flags along', () => {
  const here = machine();
  here.run(['add', 'opencode', '-e', 'OPENCODE_MCP_TOOLSETS=all']);
  expect(JSON.stringify(here.files())).toContain('OPENCODE_MCP_TOOLSETS');
});
