import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageBin } from '../../scripts/package-bin.mjs';
import { fromRoot, root } from '../../scripts/root.mjs';
import { clientFolder } from '../cache.ts';
import { type KnownTestClient, programVersion, testClientsAt } from '../clients.ts';
import { prepareCache, provide } from '../provide.ts';
import { runProgram } from '../run-program.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './test-report.ts';

/** The largest client takes about 1 GB, and as much again while npm unpacks it. */
const spaceNeeded = 3 * 1024 ** 3;
/** Many times what the slowest client takes. */
const mostTime = 20 * 60_000;

/** The newest release of a package, by npm. */
export async function newestRelease(name: string): Promise<string> {
  const { stdout, all } = await runProgram({
    command: ['npm', 'view', name, 'version', '--json'],
    cwd: root,
    env: process.env as Record<string, string>,
    timeout: 60_000,
  });
  const version = /"(\d[^"]*)"/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`npm names no version of ${name}: ${lastLine(all)}`);
  return version;
}

/** Installs a client in this version of its package, runs its tests, and removes it unless it is to be kept. */
export async function askRelease(
  cache: string,
  { id }: KnownTestClient,
  version: string,
  isKept: boolean,
): Promise<Outcome> {
  const versions = { [id]: programVersion(id, version) };
  const client = testClientsAt(versions).find((one) => one.id === id) as KnownTestClient;
  await prepareCache(cache);
  const { bavail, bsize } = statfsSync(cache);
  if (bavail * bsize < spaceNeeded) throw new Error(`less than ${spaceNeeded / 1024 ** 3} GB free in ${cache}`);
  try {
    await provide(cache, client).catch((error: unknown) => {
      throw new Error(`cannot be installed: ${reasonOf(error)}`);
    });
    return await runTests(id, versions);
  } finally {
    if (!isKept) rmSync(clientFolder(cache, client), { recursive: true, force: true });
  }
}

async function runTests(id: string, versions: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-verify-'));
  try {
    const report = join(folder, 'report.json');
    const flags = ['run', '--config', fromRoot('vitest.clients.config.ts'), '--reporter=json', '--outputFile', report];
    const env = { PLUGBOARD_TEST_CLIENTS: id, PLUGBOARD_TEST_CLIENT_VERSIONS: JSON.stringify(versions) };
    const { all } = await runProgram({
      command: [process.execPath, packageBin('vitest'), ...flags],
      cwd: root,
      env: { ...(process.env as Record<string, string>), ...env },
      timeout: mostTime,
    });
    return outcomeOf(readReport(report, all));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string, output: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`the tests did not finish: ${lastLine(output)}`);
  }
}

/** Of all that npm prints, the lines that name the cause. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /notarget (No matching version[^\n]*)/.exec(text)?.[1] ?? lastLine(text);
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
