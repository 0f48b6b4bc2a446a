import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOnPath } from '../../../scripts/setup/on-path.mjs';
import { keychainLookup, keychainStore } from '../../../src/model/secrets/keychain-program.ts';
import { resolveConfigValue } from '../../../src/runtime/values/config-value.ts';
import { credentialFiles } from '../../../src/store/credentials/credentials.ts';
import { systemKeychain } from '../../../src/store/credentials/keychain.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

const programs = ['dbus-daemon', 'gnome-keyring-daemon', 'secret-tool'];
const canRun = process.platform === 'linux' && programs.every((program) => findOnPath(program) !== undefined);
const pids: number[] = [];
const busConfig = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

describe.skipIf(!canRun)('the Secret Service', () => {
  const home = mkdtempSync(join(homedir(), 'keyring-'));
  let env: Record<string, string> = {};

  beforeAll(async () => {
    // Without service files, so that the bus starts no keyring of its own.
    const config = join(home, 'bus.conf');
    writeFileSync(config, busConfig);
    const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (bus.pid !== undefined) pids.push(bus.pid);
    const [address = ''] = await firstLine(bus.stdout);
    const { PATH = '' } = process.env;
    env = { PATH, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, DBUS_SESSION_BUS_ADDRESS: address };
    const keyring = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'], { env });
    if (keyring.pid !== undefined) pids.push(keyring.pid);
    keyring.stdin.end('password of the keyring');
    const { read } = systemKeychain({ platform: 'linux', env, home });
    const isReady = async (): Promise<boolean> => (await Promise.allSettled([read('none')]))[0].status === 'fulfilled';
    while (!(await isReady()));
  });

  afterAll(() => {
    for (const pid of pids.toReversed()) process.kill(pid, 'SIGKILL');
  });

  it('returns what was stored, and nothing for another account', async () => {
    const keychain = systemKeychain({ platform: 'linux', env, home });
    const secret = '"two words"\n$HOME ü -x';
    await keychain.write('-account of mine', secret);
    expect(await keychain.read('-account of mine')).toBe(secret);
    expect(await keychain.read('account')).toBeUndefined();
    await keychain.write('-account of mine', 'replaced');
    expect(await keychain.read('-account of mine')).toBe('replaced');
  });

  it('holds the key that sign-ins are encrypted with', async () => {
    const host = { ...nodeHost(), home, env };
    expect(await credentialFiles(host).write('id', { token: 'abc' })).toBe('keychain');
    expect(await credentialFiles(host).read('id')).toEqual({ token: 'abc' });
  });

  it('resolves references of servers', async () => {
    await systemKeychain({ platform: 'linux', env, home }).write('reference', 'from the keyring');
    expect(await resolveConfigValue('keychain:plugboard/reference', { env })).toMatchObject({
      text: 'from the keyring',
    });
  });

  it('rejects while there is no bus', async () => {
    const keychain = systemKeychain({
      platform: 'linux',
      env: { ...env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
      home,
    });
    await expect(keychain.read('any')).rejects.toThrow('The keychain cannot be read');
  });
});

it('no secret is an argument', () => {
  for (const platform of ['linux', 'darwin'] as const) {
    const program = keychainStore(platform, 'service', 'account', 's3cr"et\\');
    expect([program?.file, ...(program?.args ?? [])].join(' ')).not.toContain('s3cr');
  }
  expect(keychainStore('darwin', 'a b', 'c', 'd"e\\')?.input).toBe(
    'add-generic-password -U "-s" "a b" "-a" "c" "-w" "d\\"e\\\\"\n',
  );
  expect(keychainLookup('win32', 'service', 'account')).toBeUndefined();
});

async function firstLine(stream: NodeJS.ReadableStream): Promise<string[]> {
  for await (const line of createInterface({ input: stream })) return [line];
  return [];
}
