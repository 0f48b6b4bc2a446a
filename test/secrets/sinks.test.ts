import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Page } from '../api/support/page.ts';
import { guarded } from '../cli/auth/support/guarded.ts';
import { type Machine, machine } from '../cli/support/machine.ts';
import { serving, servingHttp } from '../cli/support/serving.ts';
import { type Handler, json, startHttp } from '../runtime/servers/http.mjs';
import { isDeep } from '../support/deep.ts';
import { answerTo, echoing } from './servers/answers.mjs';
import { heldFiles, heldVariables, leaksIn, localServer, remoteServer, secrets } from './support/seeds.ts';

/** A server that repeats the header and the address of every request. */
async function startRemote(): Promise<string> {
  const { url } = await startHttp((request, response) => {
    const { headers, message, url: asked = '' } = request;
    if (request.method !== 'POST') return response.writeHead(405).end();
    const user = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const { searchParams } = new URL(asked, 'http://x');
    const values = [user.replace(/:$/, ''), searchParams.get('zz'), headers['x-api-key'], headers['x-team']].map(
      String,
    );
    const answer = answerTo(message, echoing([...values, String(headers.authorization)]));
    return answer ? json(response, answer) : response.writeHead(202).end();
  });
  return url;
}

const config = (url?: string): string =>
  JSON.stringify(
    { mcpServers: { local: localServer(), ...(url !== undefined && { remote: remoteServer(url) }) } },
    null,
    2,
  );

function prepared(url?: string): Machine {
  const held = Object.entries(heldFiles()).map(([name, text]) => [`~/${name}`, text] as const);
  const here = machine({ '~/.cursor/mcp.json': config(url), ...Object.fromEntries(held) });
  return { ...here, env: { ...here.env, ...heldVariables() } };
}

const settings = /plugboard\/(?:journal|backups|history)|\.cursor\/mcp\.json|~\/held|exported|credentials|browser-log/;

/** Everything that was kept, apart from configuration itself and what undoes a change of it. */
function kept(here: Machine): string {
  const names = here.everything().filter((name) => !settings.test(name));
  expect(names.length).toBeGreaterThan(0);
  return names.map((name) => `${name}\n${readFileSync(here.path(name), 'utf8')}`).join('\n');
}

/** Commands that start the server. */
const running: readonly (readonly string[])[] = [
  ['test', 'local'],
  ['tools', 'local', '--refresh'],
  ['tools', 'local', 'echo'],
  ['call', 'local', 'echo'],
  ['call', 'local', 'echo', '--raw'],
  ['call', 'local', 'refuse'],
  ['call', 'local', 'fail'],
  ['call', 'local', 'nothing'],
  ['resources', 'local'],
  ['resources', 'local', 'echo://a'],
  ['prompts', 'local'],
  ['prompts', 'local', 'greet'],
  ['reload', 'local'],
  ['status', 'local'],
  ['logs', '--limit', '5000'],
  ['logs', '--jsonl'],
  ['tokens'],
];

/** Commands about its definition. */
const resting: readonly (readonly string[])[] = [
  ['list'],
  ['get', 'local'],
  ['doctor'],
  ['doctor', '--sarif'],
  ['validate', '~/.cursor/mcp.json'],
  ['config'],
  ['copy', 'local', '--from', 'cursor', '--to', 'codex', '--dry-run'],
  ['copy', 'local', '--from', 'cursor', '--to', 'codex,opencode,catalog', '--yes'],
  ['diff', 'cursor', 'codex'],
  ['history'],
  ['export', '--from', 'cursor', '--no-secrets'],
  ['sets', 'create', 'mine', 'cursor/local', '--overwrite', '--yes'],
  ['sets', 'show', 'mine'],
  ['sets', 'export', 'mine'],
  ['run', 'mine', '--dry-run'],
  ['remove', 'local', '--from', 'codex', '--dry-run'],
];

/** Each command gets one of them, and both with `npm run test:deep`: a command takes long with so many secrets. */
const flags = ['--verbose', '--json'];

test.each([
  ['that start a program', running],
  ['about its definition', resting],
])('commands %s print no secret and keep none', { timeout: 240_000 }, (_, commands) => {
  const here = prepared();
  for (const [index, command] of commands.entries())
    for (const more of isDeep || command[0] === 'call' ? flags : [flags[index % 2] ?? '']) {
      const words = [...command, more].map((word) => word.replace('~/', here.path('~/')));
      const { stdout, stderr } = here.run(words, { env: heldVariables() });
      expect(`${words.join(' ')}\n${stdout}${stderr}`).not.toMatch(
        /unknown option|unknown command|internal error|is left out/i,
      );
      expect([words.join(' '), leaksIn(stdout + stderr)]).toEqual([words.join(' '), []]);
      // It did repeat them.
      if (command[0] === 'call' && command[2] === 'echo')
        expect(stdout.split('••••••••').length).toBeGreaterThan(Object.keys(secrets()).length);
    }
  if (commands === running) expect(leaksIn(kept(here))).toEqual([]);
});

test('an address: no command prints a secret, nor keeps one', async () => {
  const here = prepared(await startRemote());
  for (const args of [
    ['test', 'remote'],
    ['tools', 'remote'],
    ['call', 'remote', 'echo'],
    ['call', 'remote', 'refuse'],
    ['call', 'remote', 'fail'],
    ['get', 'remote'],
    ['list'],
    ['logs'],
  ])
    for (const more of [[], ['--json']]) {
      const child = await runAside(here, [...args, ...more]);
      expect([args.join(' '), leaksIn(child)]).toEqual([args.join(' '), []]);
    }
  expect(leaksIn(kept(here))).toEqual([]);
});

test(
  'the tokens of a sign-in: no command prints one, nor keeps one outside of the credentials',
  { timeout: 120_000 },
  async () => {
    const given = new Set<string>();
    const handler: Handler = ({ method, headers, message }, response) => {
      if (method !== 'POST') return response.writeHead(405).end();
      const token = (headers.authorization ?? '').replace('Bearer ', '');
      given.add(token);
      const answer = answerTo(message, echoing([token]));
      return answer ? json(response, answer) : response.writeHead(202).end();
    };
    const { run, here } = await guarded({}, { handler });
    expect((await run('auth', 'login', 'guarded')).code).toBe(0);
    const commands = [
      ['test', 'guarded'],
      ['tools', 'guarded', '--refresh'],
      ['call', 'guarded', 'echo'],
      ['call', 'guarded', 'refuse'],
      ['resources', 'guarded'],
      ['prompts', 'guarded'],
      ['status', 'guarded'],
      ['auth', 'status', 'guarded'],
      ['logs'],
      ['tokens'],
    ];
    for (const command of commands)
      for (const more of ['--verbose', '--json']) {
        const { stdout, stderr } = await run(...command, more);
        const tokens = Object.fromEntries([...given].filter(Boolean).map((token) => ['token', token]));
        expect(Object.keys(tokens)).not.toEqual([]);
        expect([command.join(' '), leaksIn(stdout + stderr, tokens)]).toEqual([command.join(' '), []]);
        expect(leaksIn(kept(here), tokens)).toEqual([]);
      }
  },
);

/** The server is in this process, which must not stand still meanwhile. */
async function runAside(here: Machine, args: readonly string[]): Promise<string> {
  const { execFile } = await import('node:child_process');
  const { program } = await import('../cli/support/machine.ts');
  return new Promise((done) => {
    execFile(process.execPath, [program, ...args], { cwd: here.project, env: here.env }, (_, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}

test('the gateway passes messages on as they are, and tells and keeps nothing of them', async () => {
  const here = prepared();
  const audit = here.path('audit.jsonl');
  const served = await serving(here, ['--audit', audit]);
  const { result } = await served.request('tools/list');
  expect(leaksIn(JSON.stringify(result)).length).toBeGreaterThan(10);
  const name = (part: string): string =>
    result.tools.map((tool: { name: string }) => tool.name).find((one: string) => one.includes(part)) ?? '';
  const called = await served.request('tools/call', { name: name('echo'), arguments: {} });
  expect(leaksIn(JSON.stringify(called)).length).toBeGreaterThan(10);
  await served.request('tools/call', { name: name('refuse'), arguments: {} });
  await served.request('tools/call', { name: name('tool_3'), arguments: {} });
  await served.request('prompts/list');
  await served.request('resources/list');
  await served.end();
  expect(leaksIn(served.stderr())).toEqual([]);
  expect(leaksIn(kept(here))).toEqual([]);
  // What was kept is offered again, and nothing is held back for having been masked.
  const again = await serving(here, []);
  await expect.poll(async () => (await again.request('tools/list')).result.tools.length).toBe(result.tools.length);
  const second = await again.request('tools/call', { name: name('echo'), arguments: {} });
  expect(second.result).toEqual(called.result);
  await again.end();
  expect(again.stderr()).not.toContain('not as accepted');
});

test('the gateway by address: health and metrics tell nothing', async () => {
  const here = prepared();
  const url = await servingHttp(here);
  const token = here.read('~/.local/state/plugboard/gateway-token').trim();
  const get = async (path: string): Promise<string> =>
    (await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })).text();
  await expect.poll(async () => JSON.parse(await get('/health')).isComplete).toBe(true);
  expect(leaksIn((await get('/health')) + (await get('/metrics')))).toEqual([]);
});

test('the page gets no secret, whatever it asks for', { timeout: 240_000 }, async () => {
  const page = new Page(heldVariables());
  page.write('.cursor/mcp.json', config());
  for (const [name, text] of Object.entries(heldFiles())) page.write(name, text);
  const { body: servers } = await page.get('servers');
  expect(JSON.stringify(servers)).toContain('local');
  const started = await page.post('calls', { kind: 'tool', server: 'local', tool: 'echo', arguments: {} });
  expect(started.status).toBeLessThan(300);
  const over = (event: { type: string; call?: { state: string } }): boolean =>
    event.type === 'call' && event.call?.state !== 'running';
  await page.event(over);
  const tested = await page.post('tests', { names: ['local'] });
  const paths = [
    'servers',
    'servers/local',
    'tools',
    'logs',
    'calls',
    `calls/${started.body.id}`,
    'matrix',
    'overview',
  ];
  const more = [
    'servers/local/prompts',
    'servers/local/resources',
    'context-cost',
    'doctor',
    'history',
    'sets',
    'clients',
  ];
  const answers = await Promise.all([...paths, ...more, 'approvals', 'questions'].map(async (path) => page.get(path)));
  expect(tested.status).toBe(202);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await page.post('plans', { kind: 'remove', names: ['local'] })).status).toBe(200);
  await page.post('calls', { kind: 'tool', server: 'local', tool: 'refuse', arguments: {} });
  await page.post('calls', { kind: 'tool', server: 'local', tool: 'fail', arguments: {} });
  await page.event((event) => event.type === 'call' && event.call.state === 'failed');
  const leaks = page.replies.flatMap((reply) => leaksIn(reply));
  expect(leaks).toEqual([]);
  expect(page.replies.join('')).toContain('••••••••');
});
