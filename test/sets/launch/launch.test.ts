import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/clients/registry.ts';
import type { Server } from '../../../src/model/server.ts';
import { launch } from '../../../src/sets/launch/launch.ts';
import { planLaunch } from '../../../src/sets/launch/plan.ts';
import type { LaunchPlan } from '../../../src/sets/launch/types.ts';
import { failure } from '../../store/support/box.ts';
import { stage } from '../support/stand-in.ts';

const quiet = { stdio: 'ignore' } as const;
const git: Server = { command: 'git-server', env: { TOKEN: 'sk-secret' } };
const plain: LaunchPlan = {
  program: 'claude',
  install: 'npm install -g claude',
  args: [],
  env: {},
  files: [],
  losses: [],
};

describe.skipIf(process.platform === 'win32')('a program', () => {
  it('gets each argument as it is, and never sees a shell', async () => {
    const { host, seen } = stage('claude');
    const args = ['', ' ', 'a b', `it's "so"`, '$HOME `id` $(id)', '*', '\\', 'é 🎛', 'two\nlines', '--x=y', ';', '&&'];
    expect(await launch(host, { ...plain, args, env: { ADDED: 'a b' } }, quiet)).toEqual({ code: 0 });
    expect(seen().argv).toEqual(args);
    expect(seen().env).toMatchObject({ ADDED: 'a b', HOME: host.home });
    expect(seen().cwd).toBe(host.cwd);
  });

  it.each([0, 1, 7, 143, 255])('ends with its exit code %i', async (code) => {
    const { acting } = stage('claude');
    expect(await launch(acting(`process.exit(${code})`), plain, quiet)).toEqual({ code });
  });

  it.each(['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP', 'SIGSEGV'])('dies of %s, and that is said', async (signal) => {
    const { acting } = stage('claude');
    const act = `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`;
    expect(await launch(acting(act), plain, quiet)).toEqual({ signal });
  });

  it.each([
    ['SIGUSR2', { signal: 'SIGUSR2' }],
    ['SIGUSR1', { code: 138 }],
    ['SIGPIPE', { code: 141 }],
  ])('dies of %s, which Node cannot always die of', async (signal, end) => {
    const { host, write } = stage('claude');
    write('bin/claude', `#!/bin/sh\nkill -${signal.slice(3)} $$\n`, 0o755);
    expect(await launch(host, plain, quiet)).toEqual(end);
  });

  it('that is not there is missing, before anything is written', async () => {
    const { host, path } = stage('claude');
    const plan = await planLaunch(host, { client: clients.codex, sets: [], servers: { git }, args: [] });
    expect(await failure(launch(host, plan, quiet))).toMatchObject({
      code: 'program-missing',
      data: { program: 'codex', install: 'npm install -g @openai/codex' },
    });
    expect(existsSync(path('home/.codex'))).toBe(false);
  });

  it('that the system refuses leaves nothing behind', async () => {
    const { host, path, write } = stage('claude');
    write('bin/claude', '#!/there/is/no/such/program\n', 0o755);
    const plan = await planLaunch(host, { client: clients['claude-code'], sets: [], servers: { git }, args: [] });
    expect(await failure(launch(host, plan, quiet))).toMatchObject({ code: 'program-unstartable' });
    expect(readdirSync(path('own/state/launch'))).toEqual([]);
    const odd = { ...plan, args: ['a\0b'] };
    expect(await failure(launch(stage('claude').host, odd, quiet))).toMatchObject({ code: 'program-unstartable' });
  });
});

describe.skipIf(process.platform === 'win32')('files', () => {
  it('are for this user alone, and gone afterwards', async () => {
    const { host, seen, path } = stage('claude');
    const plan = await planLaunch(host, { client: clients['claude-code'], sets: [], servers: { git }, args: [] });
    await launch(host, plan, quiet);
    const [, file = ''] = seen().argv;
    expect(seen().files[file]).toEqual({ text: plan.files[0]?.text, mode: 0o600, directory: 0o700 });
    expect(readdirSync(path('own/state/launch'))).toEqual([]);
  });

  it('beside those of a client are gone afterwards, and nothing else is', async () => {
    const { host, seen, names, write } = stage('codex');
    write('home/.codex/config.toml', '# mine\n');
    const plan = await planLaunch(host, { client: clients.codex, sets: [], servers: { git }, args: ['exec'] });
    await launch({ ...host, env: { ...host.env, FILE: plan.files[0]?.path } }, plan, quiet);
    expect(seen().files[plan.files[0]?.path ?? '']).toMatchObject({ text: plan.files[0]?.text, mode: 0o600 });
    expect(names('home')).toEqual(['.codex/config.toml']);
  });

  it('never take the place of one that is there', async () => {
    const { host, read, write } = stage('codex');
    const plan = await planLaunch(host, { client: clients.codex, sets: [], servers: { git }, args: [] });
    const there = write('home/.codex/mine', 'mine');
    const files = [{ path: there, text: 'theirs' }];
    expect(await failure(launch(host, { ...plan, files }, quiet))).toMatchObject({ code: 'write-failed' });
    expect(read('home/.codex/mine')).toBe('mine');
  });

  it('of a process that was killed are removed by the next', async () => {
    const { host, names, path, write } = stage('codex');
    const plan = await planLaunch(host, { client: clients.codex, sets: [], servers: { git }, args: [] });
    const own = plan.args[1] ?? '';
    const of = (id: number): string => own.replace(/\d+/, `${id}`);
    // No process has the first of these ids; the second is that of another machine.
    const dead = 2 ** 30;
    write(`home/.codex/${of(dead)}.config.toml`, 'secret');
    write(`home/.codex/${of(dead).replace(/-[0-9a-f]{8}-/, '-00000000-')}.config.toml`, 'of another machine');
    write(`home/.codex/${of(process.pid)}x.config.toml`, 'something else');
    write('home/.codex/plugboard-1.config.toml', 'mine');
    await launch(host, plan, quiet);
    expect(names('home/.codex')).toHaveLength(3);
    expect(existsSync(path(`home/.codex/${of(dead)}.config.toml`))).toBe(false);
    const other = stage('claude');
    const servers = await planLaunch(other.host, {
      client: clients['claude-code'],
      sets: [],
      servers: { git },
      args: [],
    });
    other.write(
      `own/state/launch/${(servers.directory ?? '').split('/').at(-1)?.replace(/^\d+/, `${dead}`)}/x`,
      'secret',
    );
    await launch(other.host, servers, quiet);
    expect(readdirSync(other.path('own/state/launch'))).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('a home', () => {
  const settings = '{\n  // mine\n  "ui": { "theme": "a" },\n  "mcpServers": { "own": { "command": "own" } }\n}\n';
  const home = 'process.env.GEMINI_CLI_HOME';

  async function run(act: string, change?: (here: ReturnType<typeof stage>) => void) {
    const here = stage('gemini');
    here.write('home/.gemini/settings.json', settings);
    here.write('home/.gemini/oauth.json', 'old');
    here.write('home/.gemini/history/one', '1');
    here.write('home/.env', 'A=1');
    change?.(here);
    const host = here.acting(`const fs = require('node:fs'), home = ${home}; ${act}`);
    const plan = await planLaunch(host, { client: clients['gemini-cli'], sets: [], servers: { git }, args: [] });
    await launch(host, plan, quiet);
    expect(readdirSync(here.path('own/state/launch'))).toEqual([]);
    return here;
  }

  it('has everything in it, and the servers', async () => {
    const { read } = await run(
      `fs.writeFileSync(process.env.SEEN, JSON.stringify([
        fs.readFileSync(home + '/.env', 'utf8'),
        fs.readFileSync(home + '/.gemini/history/one', 'utf8'),
        fs.readFileSync(home + '/.gemini/settings.json', 'utf8'),
        fs.statSync(home).mode & 0o777,
        fs.statSync(home + '/.gemini/settings.json').mode & 0o777,
      ]))`,
    );
    const [env, history, text, ...modes] = JSON.parse(read('seen.json') ?? '') as [string, string, string];
    expect([env, history, ...modes]).toEqual(['A=1', '1', 0o700, 0o600]);
    expect(text).toContain('// mine');
    expect(text).toContain('git-server');
    expect(read('home/.gemini/settings.json')).toBe(settings);
  });

  it('keeps files written through it, next to it and in place of a link', async () => {
    const { read, names } = await run(`
      fs.writeFileSync(home + '/.gemini/history/two', '2');
      fs.writeFileSync(home + '/.gemini/new', 'new');
      fs.mkdirSync(home + '/.gemini/tmp/deep', { recursive: true });
      fs.writeFileSync(home + '/.gemini/tmp/deep/x', 'x');
      fs.writeFileSync(home + '/.gemini/oauth.next', 'fresh');
      fs.renameSync(home + '/.gemini/oauth.next', home + '/.gemini/oauth.json');
    `);
    expect(names('home')).toEqual([
      '.env',
      '.gemini/history/one',
      '.gemini/history/two',
      '.gemini/new',
      '.gemini/oauth.json',
      '.gemini/settings.json',
      '.gemini/tmp/deep/x',
    ]);
    expect(read('home/.gemini/oauth.json')).toBe('fresh');
    expect(read('home/.gemini/settings.json')).toBe(settings);
  });

  it('adds to a directory that another program has created meanwhile', async () => {
    const { names } = await run(`
      fs.mkdirSync(home + '/.gemini/tmp');
      fs.writeFileSync(home + '/.gemini/tmp/mine', '');
      fs.mkdirSync(process.env.HOME + '/.gemini/tmp');
      fs.writeFileSync(process.env.HOME + '/.gemini/tmp/theirs', '');
    `);
    expect(names('home/.gemini/tmp')).toEqual(['mine', 'theirs']);
  });

  it('keeps the settings that the program changes, but not the servers', async () => {
    const { read } = await run(`
      const file = home + '/.gemini/settings.json';
      const now = JSON.parse(fs.readFileSync(file, 'utf8').replace('// mine', ''));
      now.ui.theme = 'b';
      now.security = { auth: 'x' };
      now.mcpServers.git.trust = true;
      now.mcpServers.other = { command: 'other' };
      fs.writeFileSync(file, JSON.stringify(now));
    `);
    const text = read('home/.gemini/settings.json') ?? '';
    expect(text).toContain('// mine');
    expect(JSON.parse(text.replace('// mine', ''))).toEqual({
      ui: { theme: 'b' },
      security: { auth: 'x' },
      mcpServers: { own: { command: 'own' }, other: { command: 'other' } },
    });
  });

  it('survives settings that the program has damaged, and a link that leads nowhere', async () => {
    const { read } = await run(`fs.writeFileSync(home + '/.gemini/settings.json', '{')`, ({ path }) =>
      symlinkSync(path('nowhere'), path('home/.gemini/broken')),
    );
    expect(read('home/.gemini/settings.json')).toBe(settings);
  });

  it('is made when there is none yet', async () => {
    const here = stage('gemini');
    mkdirSync(here.path('home'), { recursive: true });
    const host = here.acting(`require('node:fs').writeFileSync(${home} + '/.gemini/id', '1')`);
    const plan = await planLaunch(host, { client: clients['gemini-cli'], sets: [], servers: { git }, args: [] });
    await launch(host, plan, quiet);
    expect(here.names('home')).toEqual(['.gemini/id']);
  });
});
