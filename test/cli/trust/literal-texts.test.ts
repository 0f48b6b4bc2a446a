import { expect, test } from 'vitest';
import { machine } from '../support/machine.ts';

const texts = [
  ['crush', 'Bearer $(id)'],
  ['opencode', '{file:/etc/passwd}'],
  ['vscode', '${command:evil}'],
  ['windsurf', '${file:/etc/passwd}'],
  ['gemini-cli', '$GITHUB_TOKEN'],
  ['omp', 'GITHUB_TOKEN'],
] as const;

test.each(texts)('a project cannot write for %s what it shows as text: %s', (client, text) => {
  const here = machine();
  here.write('.mcp.json', JSON.stringify({ mcpServers: { s: { command: 'node', args: ['x'], env: { A: text } } } }));
  const [pending] = here.ask<{ pending: { fingerprint: string }[] }>(['approve']).data.pending;
  here.run(['approve', pending?.fingerprint ?? '']);
  const before = Object.keys(here.files());
  expect(here.run(['copy', 's', '--from', 'mcp-json:project', '--to', `${client}:user`, '--yes']).code).toBe(1);
  expect(Object.keys(here.files())).toEqual(before);

  expect(here.run(['import', 'mcp-json:project', '--yes']).code).toBe(0);
  expect(here.run(['edit', 's', '--in', 'catalog', '--set', `targets=["${client}"]`, '--yes']).code).toBe(0);
  expect(here.run(['sync', '--yes']).code).toBe(1);
  const written = Object.entries(here.files()).filter(([name]) => !name.includes('plugboard') && name !== '.mcp.json');
  expect(JSON.stringify(written)).not.toContain(JSON.stringify(text).slice(1, -1));
});

test('a user may copy the same text of their own, and is told', () => {
  const here = machine();
  const entry = { command: 'node', args: ['x'], env: { A: 'Bearer `id`' } };
  here.write('~/.config/plugboard/plugboard.json', JSON.stringify({ version: 1, servers: { s: entry } }));
  const { warnings, code } = here.ask(['copy', 's', '--from', 'catalog:user', '--to', 'crush:user', '--yes']);
  expect(code).toBe(0);
  expect(JSON.stringify(warnings)).toContain('reads a part of this text as a reference');
});

test.each(['Bearer $(id)', '`id`', '!id'])('a rule against values of commands sees %s', (text) => {
  const here = machine();
  here.write('~/.config/plugboard/policy.json', JSON.stringify({ rules: [{ id: 'v', require: ['noCommandValues'] }] }));
  here.write(
    'crush.json',
    JSON.stringify({ mcp: { s: { type: 'http', url: 'https://a.example', headers: { A: text } } } }),
  );
  expect(here.run(['policy', 'explain', 's']).stdout).toContain('is refused');
});
