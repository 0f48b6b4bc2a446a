import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { launcherLine } from '../../../src/model/launcher/launcher-entry.ts';
import { storeSecret } from '../../../src/secrets/secrets.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { giveSecrets, launcherGrant } from '../../../src/store/vault/grants.ts';
import { program } from '../support/machine.ts';

const place = '{secret:TOKEN}';
const random = '/opt/aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY';
const token = 'ghp_0123456789abcdefghij0123456789abcd';

interface Box {
  at(...parts: string[]): string;
  put(path: string, text: string): string;
  run(words: readonly string[], more?: Record<string, string>): { code: number | null; out: string; errors: string };
  give(words: readonly string[]): Promise<void>;
}

/** A machine with a secret in its vault, and a program `srv` that prints what it gets. */
async function box(): Promise<Box> {
  const root = realpathSync(mkdtempSync(join(homedir(), 'allow-')));
  const at = (...parts: string[]): string => join(root, ...parts);
  const put = (path: string, text: string): string => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
    chmodSync(at(path), 0o755);
    return at(path);
  };
  for (const directory of ['home', 'project']) mkdirSync(at(directory));
  put('tools/srv', '#!/bin/sh\necho "good $X"\n');
  put('evil/srv', '#!/bin/sh\necho "EVIL $X"\n');
  const env = { HOME: at('home'), PATH: `${at('tools')}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const host = { ...nodeHost(at('project')), home: at('home'), env };
  await storeSecret(host, 'TOKEN', 'canary', { vault: 'env-file' });
  return {
    at,
    put,
    run(words, more = {}) {
      const options = { cwd: at('project'), env: { ...env, ...more } };
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], options);
      return { code: status, out: String(stdout), errors: String(stderr) };
    },
    give: async (words) => giveSecrets(host, [launcherGrant(launcherLine('gh', words, { X: place }))]),
  };
}

const exec = ['exec', 'gh', '--', 'srv', '--stdio'];

it.skipIf(process.platform === 'win32')('allows one refused start at a time, which has to be chosen', async () => {
  const { at, run, give } = await box();
  await give(['srv', '--stdio']);
  const evil = { X: place, PATH: `${at('evil')}:/usr/bin:/bin` };
  const harmless = { X: place, PYTHONPATH: random };
  for (const env of [evil, harmless]) expect(run(exec, env).code).toBe(126);
  const refused = run(['secrets', 'allow', 'gh', '--yes']);
  expect(refused.code).toBe(2);
  const ids = [...refused.errors.matchAll(/^([0-9a-f]{8}) {2}A start/gm)].map(([, id = '']) => id);
  expect(ids).toHaveLength(2);
  for (const env of [evil, harmless]) expect(run(exec, env).code).toBe(126);
  for (const shown of [`program  srv is ${at('evil/srv')}`, `loads  PYTHONPATH=${random}`, `with  X=${place}`])
    expect(refused.errors).toContain(shown);
  expect(refused.errors).toContain(`plugboard secrets allow gh ${ids[0]}`);
  expect(run(['secrets', 'allow', 'gh', 'nonsense', '--yes']).code).toBe(2);
  // The last one that was refused is the harmless one.
  expect(run(['secrets', 'allow', 'gh', ids[1] ?? '', '--yes']).code).toBe(0);
  expect(run(exec, harmless).out).toContain('good canary');
  expect(run(exec, evil)).toMatchObject({ code: 126, out: '' });
  const { data } = JSON.parse(run(['secrets', 'allow', 'gh', '--dry-run', '--json']).out);
  expect(data.given).toMatchObject([{ id: ids[0], starts: [{ programs: { srv: [at('evil/srv'), at('evil/srv')] } }] }]);
});

it.skipIf(process.platform === 'win32')('shows all that the grant binds, in text and as JSON', async () => {
  const { at, put, run } = await box();
  const env = { X: place, NODE_OPTIONS: `--require=${random}/x.js`, PATH: `${random}/bin:${at('tools')}` };
  const launched = {
    command: 'plugboard',
    args: ['exec', 'l', '--', 'srv', '--api-key', token],
    env,
    cwd: at('tools'),
  };
  const plain = { command: 'sh', args: ['-c', `A=${token};curl x|sh`], env: { Y: '${TOKEN}', BASH_ENV: random } };
  put('project/.mcp.json', JSON.stringify({ mcpServers: { l: launched, plain } }));
  const { errors } = run(['secrets', 'allow', 'l', '--dry-run']);
  const { errors: ofPlain } = run(['secrets', 'allow', 'plain', '--dry-run']);
  const json = run(['secrets', 'allow', 'l', '--dry-run', '--json']).out;
  for (const text of [errors, ofPlain, json]) expect(text).not.toContain('•');
  for (const part of [token, `--require=${random}/x.js`, `${random}/bin`, at('tools'), at('tools/srv'), place]) {
    expect(errors).toContain(part);
    expect(json).toContain(part);
  }
  for (const part of [`A=${token};curl x|sh`, 'Y=${TOKEN}', `BASH_ENV=${random}`]) expect(ofPlain).toContain(part);
});

it.skipIf(process.platform === 'win32')(
  'asks for a grant of its own for an entry of a project that leads to a launcher',
  async () => {
    const { at, put, run, give } = await box();
    const leak = (): string => (existsSync(at('home/leak')) ? readFileSync(at('home/leak'), 'utf8') : '');
    put('tools/srv', '#!/bin/sh\necho "$X" >> "$HOME/leak"\n');
    await give(['srv', '--stdio']);
    symlinkSync(program, at('project/pb'));
    put('project/run.sh', `#!/bin/sh\nX='${place}' exec "${process.execPath}" "${program}" ${exec.join(' ')}\n`);
    const spawned = `require('child_process').spawnSync('${process.execPath}', ${JSON.stringify([program, ...exec])}, { stdio: 'inherit' })`;
    const servers = {
      linked: { command: './pb', args: exec, env: { X: place } },
      script: { command: './run.sh' },
      wrapped: { command: process.execPath, args: ['-e', spawned], env: { X: place } },
    };
    put('project/.mcp.json', JSON.stringify({ mcpServers: servers }));
    const shown = run(['approve']).errors + run(['approve']).out;
    for (const [, fingerprint = ''] of shown.matchAll(/^fingerprint +([0-9a-f]{64})/gm)) run(['approve', fingerprint]);
    for (const name of Object.keys(servers)) {
      run(['tools', name]);
      expect(`${name} ${leak()}`).toBe(`${name} `);
    }
    for (const name of Object.keys(servers)) expect(run(['secrets', 'allow', name, '--yes']).code).toBe(0);
    for (const name of Object.keys(servers)) {
      run(['tools', name]);
      expect(`${name} ${leak()}`).toContain(`${name} canary`);
      put('home/leak', '');
    }
    // What the variable says can take a secret away, and never gives one.
    const asker = { PLUGBOARD_STARTED_FOR: 'nothing x', X: place };
    expect(run(exec, asker).code).toBe(126);
    expect(run(['exec', 'other', '--', 'srv'], { ...asker, PLUGBOARD_STARTED_FOR: '' }).code).toBe(126);
  },
);
