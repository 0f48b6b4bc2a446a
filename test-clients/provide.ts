import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { clientFolder, isInstalled, nodeBin, splitPackage, stampFile } from './cache.ts';
import { clientNode, type TestClient } from './clients.ts';

/** An npm that waits for a registry would otherwise wait for good. */
const mostTime = 15 * 60_000;

/** Makes the cache ready: removes what interrupted runs have left, and installs the Node that runs npm. */
export async function prepareCache(cache: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  sweep(cache);
  await provide(cache, clientNode);
}

/**
 * Installs next to the target and renames at the end, so that the target is always complete, also with two concurrent
 * runs.
 */
export async function provide(cache: string, client: TestClient): Promise<void> {
  const folder = clientFolder(cache, client);
  const stamp = JSON.stringify([process.platform, process.arch, clientNode.packages, client]);
  if (isInstalled(folder, stamp)) return;
  const started = performance.now();
  say(`installing ${client.packages.join(' and ')}…`);
  const fresh = `${folder}.partial-${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  try {
    await install(cache, client, fresh);
  } catch (error) {
    remove(fresh);
    throw error;
  }
  writeFileSync(stampFile(fresh), stamp);
  // Another run may have been faster; its programs may already be running.
  if (isInstalled(folder, stamp)) return remove(fresh);
  remove(folder);
  renameSync(fresh, folder);
  say(`installing ${client.id} took ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

async function install(cache: string, client: TestClient, folder: string): Promise<void> {
  const { id, packages, installFlags = [], afterInstall, inner } = client;
  // Scripts of packages like to leave things in the home; npm puts its downloads there. Neither is kept.
  const home = join(folder, '.home');
  mkdirSync(home);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const env = {
    ...process.env,
    HOME: home,
    PATH: [nodeBin(cache), process.env['PATH']].join(delimiter),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    npm_config_cache: join(home, 'npm'),
  };
  const flags = ['--prefix', folder, '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', ...installFlags];
  await run(npmCommand(cache), ['install', ...flags, ...packages], folder, env);
  if (inner) {
    const dependencies = ['install', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
    await run(npmCommand(cache), dependencies, join(folder, 'node_modules', inner), env);
  }
  if (afterInstall) await run([nodeProgram(cache)], [join(folder, 'node_modules', afterInstall)], folder, env);
  for (const { name, version } of packages.map(splitPackage)) {
    const found = (JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as Version)
      .version;
    if (found !== version) throw new Error(`${id}: asked for ${name} ${version}, got ${found}`);
  }
  remove(home);
}

interface Version {
  readonly version: string;
}

function npmCommand(cache: string): string[] {
  // Under `npm run` npm names itself; started by the new Node it knows what that Node can run.
  const npm = process.env['npm_execpath'];
  return npm && /npm-cli\.[cm]?js$/.test(npm) ? [nodeProgram(cache), npm] : ['npm'];
}

/** Our own Node, until the other one is there. */
function nodeProgram(cache: string): string {
  const other = join(nodeBin(cache), 'node');
  return existsSync(other) ? other : process.execPath;
}

function run(command: string[], args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const [program = '', ...first] = command;
  return new Promise((done, fail) => {
    const child = spawn(program, [...first, ...args], {
      cwd,
      env,
      timeout: mostTime,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', fail);
    child.on('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`${[program, ...first, ...args].join(' ')}\n${output.trim().slice(-2000)}`));
    });
  });
}

/** Throws away what runs that were interrupted have left. */
function sweep(cache: string): void {
  for (const name of readdirSync(cache)) {
    const owner = Number(/\.partial-(\d+)$/.exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    try {
      remove(join(cache, name));
    } catch {
      // An npm that has outlived its run still writes there. Next time, then.
    }
  }
}

function remove(path: string): void {
  rmSync(path, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

export function say(line: string): void {
  process.stderr.write(`plugboard: ${line}\n`);
}
