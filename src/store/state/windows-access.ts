import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { type SystemProgram, systemProgram } from '../../model/shell/system-program.ts';
import { shownPath } from '../../model/short-path.ts';
import { isBelow } from './enclosing-directory.ts';

/** Runs a program of Windows; undefined if it fails. */
export type RunTool = (program: SystemProgram, args: readonly string[]) => string | undefined;

const secured = new Set<string>();

/**
 * Makes one of our directories on Windows private, with everything in it. Windows keeps the user profile private, so this
 * concerns directories outside of it, where other users usually may read. Throws if that cannot be done or checked.
 */
export function secureWindowsDirectory(host: Host, directory: string, run: RunTool = runTool): void {
  if (secured.has(directory) || [host.home, homedir()].some((home) => isBelow(directory, home))) return;
  const sid = /S-1-[\d-]+/.exec(run('whoami', ['/user', '/fo', 'csv', '/nh']) ?? '')?.[0];
  if (sid === undefined) throw unsafe(directory, 'its owner cannot be determined');
  const path = shownPath(directory);
  // The user and the system; nothing is inherited from the directory above.
  const grants = [sid, 'S-1-5-18'].map((one) => `*${one}:(OI)(CI)F`);
  run('icacls', [path, '/inheritance:r', '/grant:r', ...grants]);
  const list = accessList(path, run);
  if (list === undefined) throw unsafe(directory, 'its access list cannot be read');
  const others = othersIn(list, sid);
  if (others.length > 0) throw unsafe(directory, `other users have access to it (${others.join(', ')})`);
  secured.add(directory);
}

function unsafe(path: string, why: string): PlugboardError<'place-unsafe'> {
  const remedy = 'set PLUGBOARD_HOME to a directory in your user profile';
  return new PlugboardError('place-unsafe', { path, why, remedy });
}

/** The access list as SDDL, which is the same in every language of Windows. */
function accessList(path: string, run: RunTool): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-access-'));
  try {
    const file = join(folder, 'list');
    if (run('icacls', [path, '/save', file]) === undefined) return undefined;
    return readFileSync(file, 'utf16le')
      .split('\n')
      .find((line) => line.startsWith('D:'));
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Owner, system and administrators, who can read everything anyway. */
const trusted = new Set(['SY', 'BA', 'OW', 'CO', 'S-1-5-18', 'S-1-5-32-544', 'S-1-3-0', 'S-1-3-4']);

/** Who else an access list allows anything. A missing list allows everything to everyone. */
export function othersIn(sddl: string, owner: string): string[] {
  if (!sddl.includes('(')) return ['everyone'];
  const entries = [...sddl.matchAll(/\(([^)]*)\)/g)].map(([, entry = '']) => entry.split(';'));
  const allowed = entries.filter(([type = '']) => /^X?A$|^OA$|^ZA$/.test(type)).map((entry) => entry[5] ?? '');
  return [...new Set(allowed)].filter((sid) => sid !== owner && !trusted.has(sid));
}

function runTool(program: SystemProgram, args: readonly string[]): string | undefined {
  // Loaded only here: short commands never need it.
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const file = systemProgram(program, process.env);
  const { status, stdout } = spawnSync(file, args, { encoding: 'utf8', windowsHide: true, timeout: 20_000 });
  return status === 0 ? stdout : undefined;
}
