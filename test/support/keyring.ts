import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findOnPath } from '../../scripts/setup/on-path.mjs';
import { systemKeychain } from '../../src/store/credentials/keychain.ts';

const programs = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool'];
export const canRunKeyring =
  process.platform === 'linux' && programs.every((program) => findOnPath(program) !== undefined);

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

export interface Keyring {
  readonly home: string;
  /** Leads to the keyring. */
  readonly env: Record<string, string>;
  /** Without a display, nothing can unlock it again. */
  lock(): void;
  stop(): void;
}

const service = 'org.freedesktop.secrets';
const lockCall = [
  '--session',
  '--print-reply',
  `--dest=${service}`,
  '/org/freedesktop/secrets',
  'org.freedesktop.Secret.Service.Lock',
  'array:objpath:/org/freedesktop/secrets/collection/login',
];

/** A keyring on a bus of its own, unlocked. */
export async function startKeyring(home = mkdtempSync(join(homedir(), 'keyring-'))): Promise<Keyring> {
  const pids: number[] = [];
  // Without service files, so that the bus starts no keyring of its own.
  const config = join(home, 'bus.conf');
  writeFileSync(config, busConfig);
  const bus = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (bus.pid !== undefined) pids.push(bus.pid);
  const [address = ''] = await firstLine(bus.stdout);
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: home, DBUS_SESSION_BUS_ADDRESS: address };
  const keyring = spawn('gnome-keyring-daemon', ['--unlock', '--components=secrets', '--foreground'], { env });
  if (keyring.pid !== undefined) pids.push(keyring.pid);
  keyring.stdin.end('password of the keyring');
  const { read } = systemKeychain({ platform: 'linux', env, home });
  const isReady = async (): Promise<boolean> => (await Promise.allSettled([read('none')]))[0].status === 'fulfilled';
  while (!(await isReady()));
  return {
    home,
    env,
    lock: () => execFileSync('dbus-send', lockCall, { env, stdio: 'pipe' }),
    stop: () => {
      for (const pid of pids.toReversed()) process.kill(pid, 'SIGKILL');
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string[]> {
  for await (const line of createInterface({ input: stream })) return [line];
  return [];
}
