import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/clients/registry.ts';
import { discover } from '../../../src/discovery/discover.ts';
import { validateText } from '../../../src/manage/validate-text.ts';
import { askInProcess } from '../support/in-process.ts';
import { machine, type Machine } from '../support/machine.ts';
import { hostOf, pageAnswer } from '../support/page-answers.ts';

const good = { command: 'npx', args: ['-y', 'good@1.0.0'] };

interface Rejected {
  readonly client: 'roo' | 'opencode' | 'kilo' | 'codex' | 'librechat';
  readonly file: string;
  readonly text: string;
}

/** A file of each client that rejects files, with a usable entry "good" and an invalid entry "bad". */
const files: readonly Rejected[] = [
  {
    client: 'roo',
    file: '.roo/mcp.json',
    text: JSON.stringify({ mcpServers: { good, bad: { url: 'https://x.example' } } }),
  },
  {
    client: 'opencode',
    file: 'opencode.json',
    text: JSON.stringify({
      mcp: { good: { type: 'local', command: ['npx'] }, bad: { type: 'local', command: 'npx' } },
    }),
  },
  {
    client: 'kilo',
    file: '~/.config/kilo/kilo.json',
    text: JSON.stringify({ mcp: { good: { type: 'local', command: ['npx'] }, bad: { command: ['npx'] } } }),
  },
  {
    client: 'codex',
    file: '~/.codex/config.toml',
    text: '[mcp_servers.good]\ncommand = "npx"\n\n[mcp_servers.bad]\nurl = "https://x.example"\nargs = ["x"]\n',
  },
  {
    client: 'librechat',
    file: 'librechat.yaml',
    text: 'version: 1.3.17\nmcpServers:\n  good:\n    command: npx\n    args: []\n  bad:\n    command: 5\n    args: []\n',
  },
  ...[
    'command: npx',
    'command: npx\n    args: []\n    initTimeout: 1.5',
    'type: streamableHttp\n    url: https://x.example',
  ].map((bad): Rejected => ({
    client: 'librechat',
    file: 'librechat.yaml',
    text: `version: 1.3.17\nmcpServers:\n  good:\n    command: npx\n    args: []\n  bad:\n    ${bad}\n`,
  })),
];

async function verdicts(here: Machine, client: string): Promise<Record<string, unknown>> {
  const found = (await discover(hostOf(here))).clients.find((one) => one.client.id === client);
  return Object.fromEntries(
    (found?.names ?? []).map(({ name, active, shadowed }) => [
      name,
      active ? 'active' : shadowed.map(({ why, by }) => [why, by?.name]),
    ]),
  );
}

describe.each(files)('an invalid entry in a file of $client', ({ client, file, text }) => {
  it('makes every other entry inactive, for every command and on the page', async () => {
    const here = machine({ [file]: text });
    expect(await verdicts(here, client)).toEqual({ good: [['file-rejected', 'bad']], bad: [['invalid', undefined]] });

    const listed = await askInProcess<{ servers: { name: string; state: string }[] }>(here, [
      'list',
      '--client',
      client,
    ]);
    expect(listed.data.servers.map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ['good', 'shadowed'],
        ['bad', 'unusable'],
      ]),
    );
    const expected = expect.objectContaining({ code: 'file-rejected' }) as unknown;
    expect((await askInProcess<{ issues: unknown[] }>(here, ['doctor'])).data.issues).toContainEqual(expected);
    const validated = await askInProcess(here, ['validate', here.path(file)]);
    expect([...validated.errors, ...validated.warnings]).toContainEqual(expected);
    expect((await pageAnswer(here)).issues).toContainEqual(expected);
  });

  it('is gone when the entry is removed', async () => {
    const here = machine({ [file]: text });
    await askInProcess(here, ['remove', 'bad', '--from', client, '--yes']);
    expect(await verdicts(here, client)).toEqual({ good: 'active' });
  });
});

const wholeFiles = [
  ['droid', '~/.factory/mcp.json', '{"mcpServers":{"a":{"type":"stdio","command":"npx"},}}', 'json-trailing-comma'],
  ['kilo', 'kilo.json', '{"mcp":{"a":{"type":"local","command":["npx","{env:X}"]}}}', 'reference-refused'],
  ['librechat', 'librechat.yaml', 'mcpServers:\n  a:\n    command: npx\n    args: []\n', 'file-key-missing'],
  [
    'librechat',
    'librechat.yaml',
    'version: 1.2\nmcpServers:\n  a:\n    command: npx\n    args: []\n',
    'file-key-missing',
  ],
  ['continue', '~/.continue/config.yaml', 'name: me\nmcpServers:\n  - name: a\n    command: npx\n', 'file-key-missing'],
] as const;

it.each(wholeFiles)('a file that %s rejects has no active server: %s %s', async (client, file, text, code) => {
  const here = machine({ [file]: text });
  expect(await verdicts(here, client)).toEqual({ a: [['file-rejected', undefined]] });
  const expected = expect.objectContaining({ code }) as unknown;
  const listed = await askInProcess<{ servers: { state: string }[] }>(here, ['list', '--client', client]);
  expect(listed.data.servers).toEqual([expect.objectContaining({ state: 'shadowed' })]);
  expect((await askInProcess<{ issues: unknown[] }>(here, ['doctor'])).data.issues).toContainEqual(expected);
  expect((await askInProcess(here, ['validate', here.path(file)])).errors).toContainEqual(expected);
  expect((await pageAnswer(here)).issues).toContainEqual(expected);
});

describe('a write', () => {
  it('gives a new file of LibreChat the version without which it is ignored', async () => {
    const here = machine({});
    await askInProcess(here, ['add', 'new', '--to', 'librechat', '--yes', '--', 'npx', 'x']);
    expect(here.read('librechat.yaml')).toMatch(/^version: \d+\.\d+\.\d+\nmcpServers:\n/);
  });

  const fatal = { ...good, extras: { roo: { headers: { 'X-Team': 'blue' } } } };

  it('does not add an entry that makes the client reject the file', async () => {
    const before = JSON.stringify({ mcpServers: { good } });
    const here = machine({ '.roo/mcp.json': before, 'plugboard.json': JSON.stringify({ servers: { fatal } }) });
    const copied = await askInProcess(here, [
      'copy',
      'fatal',
      '--from',
      'catalog:project',
      '--to',
      'roo:project',
      '--yes',
    ]);
    expect(copied.ok).toBe(false);
    expect(JSON.stringify(copied)).toContain('entry-rejected-with-file');
    expect(here.read('.roo/mcp.json')).toBe(before);
  });

  it('says that a key of the file is missing, also if the file had no server', async () => {
    const here = machine({ 'librechat.yaml': 'cache: true\n' });
    const added = await askInProcess(here, ['add', 'new', '--to', 'librechat', '--yes', '--', 'npx', 'x']);
    expect(added).toMatchObject({ ok: true, warnings: [{ code: 'file-key-missing' }] });
  });

  it('says that another entry keeps the new one from being used', async () => {
    const here = machine({ '.roo/mcp.json': files[0]?.text ?? '' });
    const added = await askInProcess(here, ['add', 'new', '--to', 'roo:project', '--yes', '--', 'npx', 'x']);
    expect(added.warnings).toContainEqual(expect.objectContaining({ code: 'file-rejected' }));
  });
});

it('leaves an entry alone that only switches a server of another file', async () => {
  const text = JSON.stringify({ mcp: { a: { type: 'local', command: ['npx'] }, b: { enabled: false } } });
  const issues = await validateText('opencode.json', text, { client: clients.opencode, place: { scope: 'project' } });
  expect(issues.map(({ code }) => code)).not.toContain('file-rejected');
});
