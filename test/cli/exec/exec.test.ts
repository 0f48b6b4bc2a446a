import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Host } from '../../../src/model/host.ts';
import { launcherLine, secretsOf } from '../../../src/model/launcher/launcher-entry.ts';
import { storeSecret } from '../../../src/secrets/secrets.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { giveSecrets, launcherKey } from '../../../src/store/vault/grants.ts';
import { program } from '../support/machine.ts';
import { hasTmux, openTerminal } from '../support/tmux.ts';

const node = process.execPath;

interface Place {
  readonly host: Host;
  readonly project: string;
  readonly env: Record<string, string>;
  give(words: readonly string[], env?: Record<string, string>): Promise<void>;
}

async function place(): Promise<Place> {
  const root = realpathSync(mkdtempSync(join(homedir(), 'exec-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  for (const directory of [home, project]) mkdirSync(directory);
  const env = { HOME: home, PATH: '/usr/bin:/bin', DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const host = { ...nodeHost(project), home, env };
  await storeSecret(host, 'TOKEN', 'the $ecret "value"', { vault: 'env-file' });
  const give: Place['give'] = async (words, more = {}) => {
    const line = launcherLine('github', words, more);
    await giveSecrets(host, [{ key: launcherKey(line), server: 'github', secrets: secretsOf(line) }]);
  };
  return { host, project, env, give };
}

function run(
  { project, env }: Place,
  words: readonly string[],
  more: object = {},
  input: Buffer | string = '',
): {
  status: number | null;
  signal: string | null;
  stdout: Buffer;
  stderr: Buffer;
} {
  return spawnSync(node, [program, 'exec', 'github', '--', ...words], {
    cwd: project,
    env: { ...env, ...more },
    input,
  });
}

it('passes bytes, the exit code and the values to that one child', async () => {
  const here = await place();
  const script =
    'process.exitCode = 7; process.stdin.pipe(process.stdout); process.stderr.write(process.env.X + process.argv[1])';
  const words = [node, '-e', script, '--', 'key={secret:TOKEN}'];
  await here.give(words, { X: '<{secret:TOKEN}>' });
  const bytes = randomBytes(300_000);
  const { status, stdout, stderr } = run(here, words, { X: '<{secret:TOKEN}>' }, bytes);
  expect(stderr.toString()).toBe('<the $ecret "value">key=the $ecret "value"');
  expect(Buffer.compare(stdout, bytes)).toBe(0);
  expect(status).toBe(7);
});

it.skipIf(process.platform !== 'linux')(
  'has the values neither in its own variables nor in its arguments',
  async () => {
    const here = await place();
    const script =
      'const { readFileSync: read } = require("fs"); const parent = "/proc/" + process.ppid; console.log(process.env.X.length === 18, read(parent + "/environ", "utf8") + read(parent + "/cmdline", "utf8"))';
    const words = [node, '-e', script, '--', '{secret:TOKEN}'];
    await here.give(words, { X: '{secret:TOKEN}' });
    const shown = run(here, words, { X: '{secret:TOKEN}' }).stdout.toString();
    expect(shown).toContain('true');
    expect(shown).toContain('X={secret:TOKEN}');
    expect(shown).not.toContain('the $ecret');
  },
);

it('ends as the server ends, and passes signals on', async () => {
  const here = await place();
  expect(run(here, ['sh', '-c', 'kill -KILL $$']).signal).toBe('SIGKILL');
  const script = 'process.on("SIGTERM",()=>process.exit(42)); console.log("up"); setInterval(()=>0,1000)';
  const child = spawn(node, [program, 'exec', 'github', '--', node, '-e', script], {
    cwd: here.project,
    env: here.env,
  });
  child.stdout.once('data', () => child.kill('SIGTERM'));
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(42);
});

it('says which secret the vault lacks, before the server starts', async () => {
  const here = await place();
  const words = ['sh', '-c', 'echo started', '{secret:GONE}'];
  await here.give(words);
  const { status, stdout, stderr } = run(here, words);
  expect([status, stdout.toString()]).toEqual([126, '']);
  expect(stderr.toString()).toContain('plugboard secrets set GONE');
});

it.skipIf(!hasTmux)('passes on the SIGINT with which a client in a terminal ends its servers (tmux)', async () => {
  const { host, project } = await place();
  const server = 'process.on("SIGINT",()=>process.exit(42)); console.log("up"); setInterval(()=>0,1000)';
  const words = [program, 'exec', 'github', '--', node, '-e', server];
  const file = join(project, 'client.mjs');
  const client = `import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, ${JSON.stringify(words)});
    child.stdout.once('data', () => child.kill('SIGINT'));
    child.once('exit', (code) => console.log('server: ' + code));`;
  writeFileSync(file, client);
  const line = `/usr/bin/env -i HOME=${host.home} PATH=/usr/bin:/bin ${node} ${file}`;
  const terminal = openTerminal(join(project, 'tmux'), { columns: 60, rows: 20 }, line, project);
  try {
    await terminal.shows('server: 42');
  } finally {
    terminal.close();
  }
});

it('gives nothing to a command line, a variable or a server that differs', async () => {
  const here = await place();
  const words = ['sh', '-c', 'echo "$X"'];
  await here.give(words, { X: '{secret:TOKEN}' });
  expect(run(here, words, { X: '{secret:TOKEN}' }).stdout.toString()).toContain('ecret');
  const attempts: [string[], Record<string, string>][] = [
    [['sh', '-c', 'echo "$X" | rev'], { X: '{secret:TOKEN}' }],
    [words, { X: '{secret:TOKEN}', EXTRA: '{secret:TOKEN}' }],
    [words, { Y: '{secret:TOKEN}' }],
    [[...words, '{secret:TOKEN}'], { X: '{secret:TOKEN}' }],
  ];
  for (const [line, env] of attempts) {
    const { status, stdout, stderr } = run(here, line, env);
    expect([status, stdout.toString()]).toEqual([126, '']);
    expect(stderr.toString()).toContain('plugboard secrets allow github');
  }
});

it('takes nothing from a state directory that a project brings', async () => {
  const here = await place();
  const words = ['sh', '-c', 'echo "$X"'];
  const planted = { ...here.host, env: { ...here.env, PLUGBOARD_HOME: join(here.project, 'state') } };
  await storeSecret(planted, 'TOKEN', 'x', { vault: 'file' });
  const line = launcherLine('github', words, { X: '{secret:TOKEN}' });
  await giveSecrets(planted, [{ key: launcherKey(line), server: 'github', secrets: ['TOKEN'] }]);
  const { status } = run(here, words, { X: '{secret:TOKEN}', PLUGBOARD_HOME: join(here.project, 'state') });
  expect(status).toBe(126);
});

it('finds programs that a desktop does not: of nvm, in usual places and of the login shell', async () => {
  const here = await place();
  const put = (directory: string, name: string): void => {
    mkdirSync(join(here.host.home, directory), { recursive: true });
    const path = join(here.host.home, directory, name);
    writeFileSync(path, `#!/bin/sh\necho ${name} "$PATH"\n`);
    chmodSync(path, 0o755);
  };
  put('.nvm/versions/node/v9.1.0/bin', 'my-npx');
  put('.nvm/versions/node/v20.1.0/bin', 'my-npx');
  put('.local/bin', 'my-uvx');
  put('elsewhere', 'my-tool');
  writeFileSync(join(here.host.home, '.profile'), 'echo welcome\nPATH="$PATH:$HOME/elsewhere"\n');
  expect(run(here, ['my-npx']).stdout.toString()).toContain('v20.1.0/bin');
  expect(run(here, ['my-uvx']).stdout.toString()).toContain('my-uvx /usr/bin:/bin:');
  expect(run(here, ['my-tool'], { SHELL: '/bin/sh' }).stdout.toString()).toContain('my-tool ');
  const missing = run(here, ['no-such-program']);
  expect([missing.status, missing.stderr.toString()]).toEqual([126, expect.stringContaining('no-such-program')]);
  symlinkSync('/bin/echo', join(here.project, 'echo'));
  expect(run(here, ['./echo', 'from', 'here']).stdout.toString()).toBe('from here\n');
});
