import { expect, it } from 'vitest';
import { askInProcess } from '../../cli/support/in-process.ts';
import { catalog, machine } from '../../cli/support/machine.ts';

const npx = { command: 'npx', args: ['-y', 'acme@1.0.0'] };
const text = (server: object): string => JSON.stringify({ mcpServers: { new: server } });

/** Texts of `mcpServers`, and a client that would read more in them. */
const meanings: readonly (readonly [what: string, target: string, server: object])[] = [
  ['a command', 'omp', { ...npx, env: { X: '!touch /tmp/x' } }],
  ['a command', 'catalog', { ...npx, env: { X: '!touch /tmp/x' } }],
  ['a command', 'catalog', { url: 'https://acme.test/mcp', headers: { X: '!touch /tmp/x' } }],
  ['a password item', 'catalog', { url: 'https://acme.test/mcp', headers: { X: 'op://a/b/c' } }],
  ['a keychain item', 'catalog', { ...npx, env: { X: 'keychain:a/b' } }],
  ['a shell', 'crush', { ...npx, args: [...npx.args, '$(touch /tmp/x)'] }],
  ['a prompt', 'vscode', { ...npx, args: [...npx.args, '${input:foo}'] }],
  ['a command of the editor', 'vscode', { ...npx, args: [...npx.args, '${command:workbench.action.quit}'] }],
  ['a file', 'windsurf', { ...npx, env: { X: '${file:/etc/passwd}' } }],
  ['a variable', 'gemini-cli', { ...npx, args: [...npx.args, 'a$HOME'] }],
  ['the name of a variable', 'omp', { url: 'https://acme.test/mcp', headers: { X: 'GITHUB_TOKEN' } }],
];

it.each(meanings)('%s for %s is refused in a text and in a file, and is text elsewhere', async (_, target, server) => {
  const here = machine({ '~/Downloads/x.json': text(server) });
  for (const words of [
    ['add', text(server)],
    ['import', here.path('~/Downloads/x.json')],
  ]) {
    const { errors, code } = await askInProcess(here, [...words, '--to', target, '--yes']);
    expect([words[0], code, errors[0]]).toEqual([
      words[0],
      expect.toSatisfy((one) => one !== 0),
      expect.objectContaining({ reason: 'literal-misread' }),
    ]);
  }
  expect(Object.keys(here.files())).toEqual(['~/Downloads/x.json']);
});

it('in the format of the client that reads it so, it is what the text says', async () => {
  const here = machine();
  const crush = { mcp: { new: { type: 'stdio', ...npx, env: { X: '$(cat /tmp/key)' } } } };
  const { errors } = await askInProcess(here, ['add', JSON.stringify(crush), '--to', 'crush', '--yes']);
  expect(errors).toEqual([]);
  expect(here.read('~/.config/crush/crush.json')).toContain('$(cat /tmp/key)');
});

it('what the user typed beside the text is what the user means', async () => {
  const here = machine();
  const typed = ['-e', 'X=!cat /tmp/key', '--to', 'omp', '--yes'];
  const { errors } = await askInProcess(here, ['add', text(npx), ...typed]);
  expect(errors).toEqual([]);
  expect(here.read('~/.omp/agent/mcp.json')).toContain('!cat /tmp/key');
});

it('a text that was added as text does not become more with a later sync or copy', async () => {
  for (const target of ['opencode', 'crush', 'omp']) {
    const here = machine();
    const server = { ...npx, env: { A: '{env:GITHUB_TOKEN}$(x)', B: 'GITHUB_TOKEN' }, transport: 'stdio' };
    const canonical = JSON.stringify({ servers: { new: server } });
    await askInProcess(here, ['add', canonical, '--yes']);
    expect(here.read(catalog)).toContain('{env:GITHUB_TOKEN}');
    const { errors } = await askInProcess(here, ['copy', 'new', '--to', target, '--yes']);
    expect([target, errors[0]]).toEqual([target, expect.objectContaining({ reason: 'literal-misread' })]);
  }
});

it('a text makes no client ask for fewer confirmations, and says so', async () => {
  const here = machine({ '~/Downloads/x.json': text({ ...npx, trust: true }) });
  for (const words of [
    ['add', text({ ...npx, trust: true })],
    ['import', here.path('~/Downloads/x.json'), '--overwrite'],
  ]) {
    const { errors } = await askInProcess(here, [...words, '--to', 'gemini-cli', '--yes']);
    expect([words[0], errors.map(({ reason }) => reason)]).toEqual([words[0], ['trust-of-text']]);
    expect(here.read('~/.gemini/settings.json')).not.toContain('trust');
  }
});
