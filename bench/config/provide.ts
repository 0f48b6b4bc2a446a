import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fromRoot, root } from '../../scripts/root.mjs';
import { cacheFolder, nodeBin, splitPackage } from '../../test-clients/cache.ts';
import { clientNode, testClients, type TestClient } from '../../test-clients/clients.ts';
import { installPackage, versionIn } from './install.ts';
import type { Program, Tool } from './tool.ts';

/** A tool that can be started. */
export interface Provided {
  readonly version: string;
  /** The program and its first arguments. */
  readonly command: readonly [string, ...string[]];
  /** The Node that runs it, which is also what it is measured against. */
  readonly node: string;
  /** Where it is installed; the root of the repository for Plugboard. */
  readonly folder: string;
}

/** Installs what a tool needs, unless it is there. Throws when that fails. */
export async function provide({ id, program }: Pick<Tool, 'id' | 'program'>): Promise<Provided> {
  if (program.from === 'here') {
    // Builds when something has changed.
    execFileSync(process.execPath, [fromRoot('scripts', 'start.mjs'), '--version']);
    const command = [process.execPath, fromRoot('bin', 'plugboard.js')] as const;
    return { version: versionIn(root), command, node: process.execPath, folder: root };
  }
  const node = await nodeFor(program);
  const wanted = packagesOf(id, program);
  const folder = await installPackage(program.from === 'npm' ? benchCache() : cacheFolder(), wanted, node);
  const modules = join(folder, 'node_modules');
  const version = versionIn(join(modules, splitPackage(wanted.packages[0]).name));
  return { version, command: [join(modules, '.bin', program.bin)], node, folder };
}

function packagesOf(id: string, program: Exclude<Program, { from: 'here' }>): TestClient {
  if (program.from === 'npm') return { id, packages: [program.package] };
  return testClients.find((client) => client.id === program.client) as TestClient;
}

/** Our own, or the newer one that the tests with real clients have as well. */
async function nodeFor(program: Exclude<Program, { from: 'here' }>): Promise<string> {
  if (program.from === 'npm' && !program.newerNode) return process.execPath;
  const cache = cacheFolder();
  await installPackage(cache, clientNode, process.execPath);
  return join(nodeBin(cache), 'node');
}

function benchCache(): string {
  return (
    process.env['PLUGBOARD_BENCH_CACHE'] ||
    join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'plugboard-bench')
  );
}

/** The folder that has to be searched first for a tool to be run by its Node. */
export function searchPath({ node }: Provided): string {
  return dirname(node);
}
