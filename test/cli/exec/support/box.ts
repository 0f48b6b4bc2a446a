import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../../src/model/host.ts';
import { launcherLine } from '../../../../src/model/launcher/launcher-entry.ts';
import { storeSecret } from '../../../../src/secrets/secrets.ts';
import { nodeHost } from '../../../../src/store/host/node-host.ts';
import { giveSecrets, launcherGrant } from '../../../../src/store/vault/grants.ts';
import { program } from '../../support/machine.ts';

const node = process.execPath;
const place = '{secret:TOKEN}';

export interface Box {
  readonly root: string;
  readonly host: Host;
  readonly env: Record<string, string>;
  at(...parts: string[]): string;
  put(path: string, text: string): string;
}

/** A machine with programs of the person in `tools`, and of someone else in `evil` and in a project. */
export async function box(): Promise<Box> {
  const root = realpathSync(mkdtempSync(join(homedir(), 'starts-')));
  const at = (...parts: string[]): string => join(root, ...parts);
  const put = (path: string, text: string): string => {
    mkdirSync(join(at(path), '..'), { recursive: true });
    writeFileSync(at(path), text);
    chmodSync(at(path), 0o755);
    return at(path);
  };
  for (const directory of ['home', 'empty', 'project', 'evil', 'tools']) mkdirSync(at(directory));
  symlinkSync(node, at('tools/node'));
  put('tools/tool', '#!/bin/sh\necho "good $X"\n');
  // Which programs it starts, no line says.
  put('tools/wrapper', '#!/bin/sh\nexec inner --stdio\n');
  put('tools/inner', '#!/bin/sh\necho "good $X"\n');
  put('tools/srv.js', 'console.log("good " + process.env.X)\n');
  // As the real one does: what the working directory has comes first.
  const npx = `#!/usr/bin/env node
    const { existsSync, readFileSync } = require('node:fs');
    const { execFileSync } = require('node:child_process');
    const local = 'node_modules/.bin/acme';
    if (existsSync(local)) console.log(String(execFileSync(local)));
    else if (existsSync('.npmrc')) console.log(readFileSync('.npmrc', 'utf8'));
    else console.log('good ' + process.env.X);`;
  put('tools/npx', npx);
  for (const name of ['tool', 'inner', 'node', 'npx', 'sh', 'python3'])
    put(`evil/${name}`, '#!/bin/sh\necho "EVIL $X"\n');
  put('evil/srv.js', 'console.log("EVIL " + process.env.X)\n');
  put('evil/load.js', 'console.log("EVIL " + process.env.X)\n');
  put('project/node_modules/.bin/acme', '#!/bin/sh\necho "EVIL $X"\n');
  put('settings/.npmrc', 'EVIL');
  put('modules/srv.js', 'console.log("EVIL " + process.env.X)\n');
  put('tools/own/srv.js', 'console.log("good " + process.env.X)\n');
  put('folder; echo EVIL #/x', '');
  const env = { HOME: at('home'), PATH: `${at('tools')}:/usr/bin:/bin`, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
  const host = { ...nodeHost(at('empty')), home: at('home'), env };
  await storeSecret(host, 'TOKEN', 'canary', { vault: 'env-file' });
  return { root, host, env, at, put };
}

/** Where the server of these tests gets its secret. */
export const own = { X: place };

/** Gives a line its secret, as a person does here. */
export async function give({ host }: Box, words: readonly string[], more: Partial<Host> = {}): Promise<void> {
  const line = launcherLine('github', words, own);
  await giveSecrets({ ...host, ...more }, [launcherGrant(line)]);
}

/** Starts a line. */
export function exec(
  { env }: Box,
  words: readonly string[],
  more: Record<string, string | undefined>,
  cwd: string,
): { status: number | null; out: string; errors: string } {
  const all = { ...env, ...own, ...more };
  const { status, stdout, stderr } = spawnSync(node, [program, 'exec', 'github', '--', ...words], { cwd, env: all });
  return { status, out: String(stdout), errors: String(stderr) };
}
