import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { clientNode, type TestClient } from './clients.ts';

/** Where the programs are kept between runs. Asked before the tests get a home of their own. */
export function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'plugboard-test-clients');
}

export function clientFolder(cache: string, { id, packages }: TestClient): string {
  return join(cache, `${id}@${splitPackage(packages[0]).version}`);
}

/** The folder with the `node` that programs have to find first. */
export function nodeBin(cache: string): string {
  return join(clientFolder(cache, clientNode), 'node_modules', 'node', 'bin');
}

export function splitPackage(spec: string): { name: string; version: string } {
  const at = spec.lastIndexOf('@');
  return { name: spec.slice(0, at), version: spec.slice(at + 1) };
}

/** The stamp is written last, so a folder with the right one is complete. */
export function isInstalled(folder: string, stamp: string): boolean {
  try {
    return readFileSync(stampFile(folder), 'utf8') === stamp;
  } catch {
    return false;
  }
}

export function stampFile(folder: string): string {
  return join(folder, '.complete');
}
