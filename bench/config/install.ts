import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { clientFolder, isInstalled, splitPackage, stampFile } from '../../test-clients/cache.ts';
import { clientNode, type TestClient } from '../../test-clients/clients.ts';
import { runBounded } from './run-bounded.ts';

/**
 * Installs a package from npm into a folder of its own, unless it is there. Folders have the names and the stamps that
 * the tests with real clients give them, so that each can use what the other has installed.
 */
export async function installPackage(cache: string, wanted: TestClient, node: string): Promise<string> {
  const folder = clientFolder(cache, wanted);
  const stamp = JSON.stringify([process.platform, process.arch, clientNode.packages, wanted]);
  if (isInstalled(folder, stamp)) return folder;
  process.stderr.write(`installing ${wanted.packages.join(' ')}…\n`);
  const fresh = `${folder}.partial-${process.pid}`;
  try {
    await installInto(fresh, wanted, node);
    writeFileSync(stampFile(fresh), stamp);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

async function installInto(folder: string, { packages, installFlags = [] }: TestClient, node: string): Promise<void> {
  // Scripts of packages like to leave things in the home; npm puts its downloads there. Neither is kept.
  const home = join(folder, '.home');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const env = {
    ...process.env,
    HOME: home,
    PATH: [dirname(node), process.env['PATH']].join(delimiter),
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    npm_config_cache: join(home, 'npm'),
  };
  const flags = ['--prefix', folder, '--no-audit', '--no-fund', '--save-exact', '--loglevel=error', ...installFlags];
  const command = ['npm', 'install', ...flags, ...packages] as const;
  const { code, output } = await runBounded({ command, cwd: folder, env, timeout: 600_000 });
  if (code !== 0) throw new Error(`npm install ${packages.join(' ')}: ${output.trim().slice(-500)}`);
  const { name, version } = splitPackage(packages[0]);
  const found = versionIn(join(folder, 'node_modules', name));
  if (found !== version) throw new Error(`asked for ${name} ${version}, got ${found}`);
  rmSync(home, { recursive: true, force: true });
}

export function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
