import { existsSync, symlinkSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { runExec } from '../../../src/cli/exec/run-exec.ts';
import { openGateway } from '../../../src/cli/gateway/open-gateway.ts';
import type { Server } from '../../../src/model/server.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { Page } from '../../api/support/page.ts';
import { askInProcess } from '../support/in-process.ts';
import { catalog, type Machine, machine } from '../support/machine.ts';

/** What a rule refuses, and a definition that violates it. Each would leave a mark if it were started. */
interface Case {
  readonly rule: string;
  readonly policy: object;
  readonly server: Server;
}

const mark = 'started';
const node = process.execPath;
const script = ['-e', `require('fs').writeFileSync(${JSON.stringify(mark)}, '')`];

const cases: readonly Case[] = [
  { rule: 'names', policy: deny('names', { server: ['evil*'] }), server: { command: node, args: script } },
  { rule: 'programs', policy: deny('programs', { command: ['node'] }), server: { command: node, args: script } },
  {
    rule: 'packages',
    policy: deny('packages', { package: ['npm:evil'] }),
    server: { command: 'npx', args: ['evil@1.0.0'] },
  },
  {
    rule: 'hosts',
    policy: allow('hosts', { url: ['https://*.example.com/*'] }),
    server: { url: 'http://127.0.0.1:9/mcp' },
  },
  { rule: 'local', policy: deny('local', { transport: ['stdio'] }), server: { command: node, args: script } },
  { rule: 'require.pinned', policy: { require: { pinned: true } }, server: { command: 'npx', args: ['-y', 'evil'] } },
  {
    rule: 'require.noPlainSecrets',
    policy: { require: { noPlainSecrets: true } },
    server: { command: node, args: script, env: { API_KEY: 'sk-proj-4f9aQ27hXk31LmZp08RtVw55' } },
  },
  {
    rule: 'require.noCommandValues',
    policy: { require: { noCommandValues: true } },
    server: { command: node, args: script, env: { A: `!touch ${mark}` } },
  },
];

function deny(id: string, patterns: object): object {
  return { rules: [{ id, deny: patterns }] };
}

function allow(id: string, patterns: object): object {
  return { rules: [{ id, allow: patterns }] };
}

const name = 'evil';
const json = (value: unknown): string => JSON.stringify(value);
const inCatalog = (server: Server, more: object = {}): Record<string, string> => ({
  [catalog]: json({ servers: { [name]: { ...server, ...more } } }),
});
const asNative = ({ url, ...server }: Server): object => (url === undefined ? server : { type: 'http', url });

/** How a server gets into a file or is started: what is there before, and the command. */
const ways: Readonly<
  Record<string, { before(server: Server): Record<string, string>; args(server: Server): string[] }>
> = {
  add: { before: () => ({}), args: (server) => ['add', name, ...definition(server)] },
  'add to a client': {
    before: () => ({}),
    args: (server) => ['add', name, '--to', 'claude-code', ...definition(server)],
  },
  import: {
    before: (server) => ({ 'team.json': json({ mcpServers: { [name]: asNative(server) } }) }),
    args: () => ['import', './team.json', '--yes'],
  },
  copy: {
    before: (server) => inCatalog(server),
    args: () => ['copy', name, '--from', 'canonical', '--to', 'claude-code:user'],
  },
  enable: {
    before: (server) => inCatalog(server, { disabled: true }),
    args: () => ['enable', name],
  },
  rename: {
    before: (server) => ({ [catalog]: json({ servers: { harmless: server } }) }),
    args: () => ['rename', 'harmless', name],
  },
  clone: {
    before: (server) => ({ [catalog]: json({ servers: { harmless: server } }) }),
    args: () => ['clone', 'harmless', name],
  },
  sync: {
    before: (server) => inCatalog(server, { targets: ['claude-code:user'] }),
    args: () => ['sync'],
  },
  edit: {
    before: () => ({ [catalog]: json({ servers: { [name]: { command: 'harmless' } } }) }),
    args: (server) => ['edit', name, ...definition(server)],
  },
  'import from a client': {
    before: (server) => ({ '~/.claude.json': json({ mcpServers: { [name]: asNative(server) } }) }),
    args: () => ['import', 'claude-code:user', '--yes'],
  },
  'sets create': {
    before: (server) => inCatalog(server),
    args: () => ['sets', 'create', 'work', name],
  },
  test: { before: (server) => inCatalog(server), args: () => ['test', name] },
  prompts: { before: (server) => inCatalog(server), args: () => ['prompts', name] },
  resources: { before: (server) => inCatalog(server), args: () => ['resources', name] },
  'run a set': {
    before: (server) => ({ '~/.claude/mcp-configs/work.json': json({ mcpServers: { [name]: asNative(server) } }) }),
    args: () => ['run', 'work', '--dry-run'],
  },
  call: { before: (server) => inCatalog(server), args: () => ['call', name, 'tool'] },
  tools: { before: (server) => inCatalog(server), args: () => ['tools', name] },
  run: {
    before: (server) => inCatalog(server),
    args: () => ['run', '--servers', name, '--dry-run'],
  },
};

function definition({ url, command = '', args = [], env = {} }: Server): string[] {
  if (url !== undefined) return ['--url', url];
  return [...Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`]), '--', command, ...args];
}

/** This client takes no values from commands, so none gets into its file. */
const withoutCommands = ['add to a client', 'copy', 'sync', 'sets create'];

const table = Object.keys(ways)
  .flatMap((way) => cases.map((one) => [way, one.rule, one] as const))
  .filter(([way, rule]) => rule !== 'require.noCommandValues' || !withoutCommands.includes(way));

test.each(table)('%s is refused by %s', async (way, rule, { policy, server }) => {
  const { before, args } = ways[way] as (typeof ways)[string];
  const here = machine({ ...before(server), '~/.config/plugboard/policy.json': json(policy) });
  const files = here.files();
  const answer = await askInProcess(here, args(server));
  const said = json([answer.errors, answer.data]);
  expect(said).toContain(rule);
  expect(said).toContain(here.path('~/.config/plugboard/policy.json'));
  expect(answer.code).not.toBe(0);
  expect(here.files()).toEqual(files);
  expect(existsSync(here.path(mark)) || existsSync(here.path(`~/${mark}`))).toBe(false);
});

test.each(Object.keys(ways))('%s is not refused without the policy', async (way) => {
  const { before, args } = ways[way] as (typeof ways)[string];
  const { server } = cases[1] as Case;
  const here = machine(before(server));
  const { errors } = await askInProcess(here, args(server));
  expect(errors.filter(({ code }) => code.startsWith('policy'))).toEqual([]);
});

test.each(cases.map((one) => [one.rule, one] as const))('the page refuses by %s', async (rule, { policy, server }) => {
  const page = new Page();
  page.write('.config/plugboard/policy.json', policy);
  page.write('.config/plugboard/plugboard.json', { servers: { [name]: server } });
  const refused = { status: 403, text: expect.stringContaining(rule) };
  const targets = [{ client: 'canonical', scope: 'project' }];
  expect(await page.post('plans', { kind: 'add', servers: [{ name, server }], targets })).toMatchObject(refused);
  const draft = { name, server };
  const { body } = await page.post('tests/draft', draft);
  const { text } = await page.post('tests/draft', { ...draft, approved: body.approval?.fingerprint });
  expect(text).toContain(rule);
  const call = { kind: 'tool', server: name, tool: 'x', arguments: {} };
  expect((await page.post('calls', call)).text).toContain(rule);
  expect(existsSync(page.path(mark)) || existsSync(page.path(`work/${mark}`))).toBe(false);
});

test.each(cases.map((one) => [one.rule, one] as const))('serve offers nothing refused by %s', async (rule, one) => {
  const here = machine({ ...inCatalog(one.server), 'plugboard.policy.json': json(one.policy) });
  const host = { ...nodeHost(), home: here.env['HOME'] ?? '', cwd: here.project, env: here.env };
  const { gateway } = await openGateway(host, { isEager: true });
  onTestFinished(() => gateway.close());
  const reasonOf = (): string | undefined => gateway.health().servers[0]?.reason;
  await expect.poll(reasonOf).toContain(rule);
  expect(existsSync(here.path(mark)) || existsSync(here.path(`~/${mark}`))).toBe(false);
});

test('a link with another name does not lead around a rule for programs', async () => {
  const here = machine({ 'plugboard.policy.json': json(deny('programs', { command: ['node'] })) });
  symlinkSync(node, here.path('tool'));
  const link = ['--', here.path('tool'), ...script];
  expect((await askInProcess(here, ['add', name, ...link])).errors[0]).toMatchObject({ code: 'policy-denied' });
  here.write(catalog, json({ servers: { [name]: { command: './tool', args: script, cwd: here.project } } }));
  expect(json((await askInProcess(here, ['test', name])).errors)).toContain('programs');
  here.write(
    catalog,
    json({ servers: { [name]: { command: './tool', cwd: here.project, targets: ['claude-code'] } } }),
  );
  expect(json((await askInProcess(here, ['sync'])).data)).toContain('programs');
  expect(existsSync(here.path(mark))).toBe(false);
});

test.each(cases.slice(0, 3).map((one) => [one.rule, one] as const))(
  'the launcher for secrets refuses by %s',
  async (rule, { policy, server: { command = '', args = [] } }) => {
    const here = machine({ 'plugboard.policy.json': json(policy) });
    const host = { ...nodeHost(), home: here.env['HOME'] ?? '', cwd: here.project, env: here.env };
    const line = { server: name, words: [command, ...args] };
    await expect(runExec(host, line)).rejects.toMatchObject({ code: 'policy-denied', data: { rule } });
    expect(existsSync(here.path(mark))).toBe(false);
  },
);

test('undo does not bring back what a policy refuses by now', async () => {
  const here: Machine = machine(inCatalog({ command: node, args: script }));
  expect((await askInProcess(here, ['remove', name])).code).toBe(0);
  here.write('plugboard.policy.json', json(deny('programs', { command: ['node'] })));
  const { errors } = await askInProcess(here, ['undo']);
  expect(errors[0]).toMatchObject({ code: 'policy-denied' });
  here.remove('plugboard.policy.json');
  expect((await askInProcess(here, ['undo'])).code).toBe(0);
});

test('removing and disabling are never refused, also not by an invalid policy', async () => {
  const here = machine({ ...inCatalog({ command: node }), 'plugboard.policy.json': '{"rules": [}' });
  expect((await askInProcess(here, ['disable', name])).code).toBe(0);
  expect((await askInProcess(here, ['enable', name])).errors[0]).toMatchObject({ code: 'policy-invalid' });
  expect((await askInProcess(here, ['add', 'other', '--', 'node'])).errors[0]).toMatchObject({
    code: 'policy-invalid',
  });
  expect((await askInProcess(here, ['remove', name])).code).toBe(0);
});

test('PLUGBOARD_POLICY adds a policy, and a project cannot widen it', async () => {
  const here = machine({
    'ci.json': json(deny('programs', { command: ['node'] })),
    'plugboard.policy.json': json(allow('all', { server: ['*'] })),
  });
  const env = { ...here.env, PLUGBOARD_POLICY: 'ci.json' };
  const refused = await askInProcess({ ...here, env }, ['add', 'a', '--', 'node']);
  expect(refused.errors[0]).toMatchObject({ code: 'policy-denied', path: here.path('ci.json') });
  const missing = await askInProcess({ ...here, env: { ...env, PLUGBOARD_POLICY: 'gone.json' } }, [
    'add',
    'a',
    '--',
    'node',
  ]);
  expect(missing.errors[0]).toMatchObject({ code: 'policy-invalid' });
});

test('explain names the rules of every definition', async () => {
  const here = machine({
    ...inCatalog({ command: node }),
    '.mcp.json': json({ mcpServers: { [name]: { command: 'npx', args: ['a@1.0.0'] } } }),
    'plugboard.policy.json': json({
      rules: [
        { id: 'no-node', deny: { command: ['node'] }, why: 'use a package' },
        { id: 'tools', deny: { tool: ['*:delete_*'] } },
      ],
    }),
  });
  const { code, data } = await askInProcess(here, ['policy', 'explain', name]);
  expect(code).toBe(6);
  const byClient = (client: string): { allowed: boolean; reasons: unknown[] } =>
    data.definitions.find((one: { client: string }) => one.client === client);
  expect(byClient('canonical')).toMatchObject({
    allowed: false,
    reasons: [{ rule: 'no-node', why: 'use a package' }],
  });
  expect(byClient('claude-code')).toMatchObject({ allowed: true, reasons: [] });
  expect(data.tools).toMatchObject([{ rule: 'tools', deny: ['delete_*'] }]);
  expect((await askInProcess(here, ['policy', 'explain', 'nothing'])).code).toBe(4);
});
