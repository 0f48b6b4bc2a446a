import { expect, it } from 'vitest';
import { machine } from './support/machine.ts';

const written = {
  'claude-code': ['~/.claude/skills/plugboard/.claude-plugin/plugin.json', '~/.claude/skills/plugboard/SKILL.md'],
  'gemini-cli': [
    '~/.gemini/extensions/plugboard/gemini-extension.json',
    '~/.gemini/extensions/plugboard/skills/plugboard/SKILL.md',
  ],
  codex: ['~/.codex/config.toml', '~/.codex/skills/plugboard/SKILL.md'],
  opencode: ['~/.config/opencode/opencode.jsonc', '~/.config/opencode/skills/plugboard/SKILL.md'],
  cursor: ['~/.cursor/mcp.json'],
};

it.each(Object.entries(written))('installs and removes what %s needs, byte for byte', (client, names) => {
  const here = machine({ '~/.claude.json': '{ "theme":  "dark" }\n', '~/.codex/config.toml': '# mine\nmodel = "x"\n' });
  const before = here.files();
  expect(here.run(['connect', client, '--manage', '--yes'])).toMatchObject({ code: 0 });
  const changed = Object.entries(here.files()).filter(([name, text]) => before[name] !== text);
  expect(changed.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  expect(changed.map(([, text]) => text).join('\n')).toMatch(/"?mcp"?/);
  expect(here.run(['disconnect', client, '--manage', '--yes'])).toMatchObject({ code: 0 });
  expect(here.files()).toEqual(before);
});

it('keeps a file that was edited, and removes the rest', () => {
  const here = machine();
  const [manifest = '', skill = ''] = written['claude-code'];
  here.run(['connect', 'claude-code', '--manage', '--yes']);
  here.write(skill, 'mine');
  expect(here.run(['disconnect', 'claude-code', '--manage', '--yes'])).toMatchObject({ code: 0 });
  expect(here.files()).toEqual({ [skill]: 'mine' });
  expect(here.files()).not.toHaveProperty(manifest);
});

it('replaces no skill of the user', () => {
  const skill = '~/.claude/skills/plugboard/SKILL.md';
  const here = machine({ [skill]: 'mine' });
  const { errors } = here.ask(['connect', 'claude-code', '--manage', '--yes']);
  expect(errors).toMatchObject([{ code: 'file-exists' }]);
  expect(here.files()).toEqual({ [skill]: 'mine' });
});

it('adds the server for assistants by its name alone, beside a gateway', () => {
  const here = machine();
  here.run(['add', 'plugboard', '--to', 'cursor']);
  here.run(['connect', 'cursor', '--yes']);
  const { mcpServers } = JSON.parse(here.read('~/.cursor/mcp.json')) as { mcpServers: Record<string, object> };
  expect(Object.keys(mcpServers)).toEqual(['plugboard', 'plugboard-gateway']);
  expect(JSON.stringify(mcpServers['plugboard'])).toMatch(/npx.*-y.*plugboard.*mcp/);
  // The file was edited since, so that it is not simply undone.
  here.write('~/.cursor/mcp.json', here.read('~/.cursor/mcp.json').replace('{', '{ '));
  here.run(['disconnect', 'cursor', '--yes']);
  expect(Object.keys((JSON.parse(here.read('~/.cursor/mcp.json')) as { mcpServers: object }).mcpServers)).toEqual([
    'plugboard',
  ]);
});
