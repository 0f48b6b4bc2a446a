import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { type SystemProgram, systemProgram } from '../../model/shell/system-program.ts';
import { isBelow } from './enclosing-directory.ts';

/** Runs a program of Windows; undefined if it fails. */
export type RunTool = (program: SystemProgram, args: readonly string[]) => string | undefined;

const secured = new Set<string>();

/**
 * Makes one of our directories on Windows private, with everything in it. Windows keeps the user profile private, so this
 * concerns directories outside of it, where other users usually may read. Throws if that cannot be done or checked.
 */
export function secureWindowsDirectory(host: Host, directory: string, run: RunTool = runTool): void {
  if (isPrivate(host, directory)) return;
  const sid = ownSid(run);
  if (sid === undefined) throw unsafe(directory, 'its owner cannot be determined');
  const path = backslashed(directory);
  // The user and the system; nothing is inherited from the directory above.
  const grants = [sid, 'S-1-5-18'].map((one) => `*${one}:(OI)(CI)F`);
  run('icacls', [path, '/inheritance:r', '/grant:r', ...grants]);
  const why = exposure(path, sid, run);
  if (why !== undefined) throw unsafe(directory, why);
  secured.add(directory);
}

/** Why other users may read a file or directory on Windows, or why that is not known; undefined if it is private. */
export function windowsExposure(host: Host, path: string, run: RunTool = runTool): string | undefined {
  if (isPrivate(host, path)) return undefined;
  const sid = ownSid(run);
  return sid === undefined ? 'its owner cannot be determined' : exposure(backslashed(path), sid, run);
}

/** Throws if other users may read what is written into a directory on Windows. */
export function requirePrivateOnWindows(host: Host, directory: string, run: RunTool = runTool): void {
  const why = windowsExposure(host, directory, run);
  if (why !== undefined) throw unsafe(directory, why);
}

function exposure(path: string, sid: string, run: RunTool): string | undefined {
  const list = accessList(path, run);
  if (list === undefined) return 'its access list cannot be read';
  const others = othersIn(list, sid);
  return others.length === 0 ? undefined : `other users have access to it (${others.join(', ')})`;
}

/**
 * Windows keeps the user profile private, and directories that we have secured pass on their access list. A home that a
 * variable moves elsewhere is any directory.
 */
function isPrivate({ home }: Host, path: string): boolean {
  const profile = profileOf(home);
  return [...(profile === undefined ? [] : [profile]), ...secured].some((directory) => isBelow(path, directory));
}

function profileOf(home: string): string | undefined {
  // A test may claim another system, which has no profiles.
  if (process.platform !== 'win32') return home;
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/** The programs of Windows take a forward slash for an option. */
function backslashed(path: string): string {
  return path.replaceAll('/', '\\');
}

function ownSid(run: RunTool): string | undefined {
  return /S-1-[\d-]+/.exec(run('whoami', ['/user', '/fo', 'csv', '/nh']) ?? '')?.[0];
}

function unsafe(path: string, why: string): PlugboardError<'place-unsafe'> {
  const remedy = 'use a directory in your user profile, which Windows keeps private';
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

/** Owner, system and administrators, who can read everything anyway. `LA` is the account Administrator. */
const trusted = new Set(['SY', 'BA', 'LA', 'OW', 'CO', 'S-1-5-18', 'S-1-5-32-544', 'S-1-3-0', 'S-1-3-4']);

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
