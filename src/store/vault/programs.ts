import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { absolute, extensionsFor, searchPath } from '../../model/find-program.ts';
import { helpersOf, programsIn } from '../../model/launcher/start-line.ts';
import { realPathOf } from '../around/quick-files.ts';
import { withoutVersion } from './program-places.ts';
import type { StartPlace } from './start-place.ts';

/** The files of the programs that a line starts by name, each as found and with links resolved. */
export function programsOf(host: StartPlace, words: readonly string[]): Record<string, string[]> {
  const directories = searchedDirectories(host);
  const found: Record<string, string[]> = {};
  const waiting = programsIn(words);
  for (let at = 0; at < waiting.length && at < 80; at += 1) {
    const name = waiting[at] ?? '';
    const isPath = /[/\\]/.test(name);
    const file = isPath ? fileAt(absolute(name, host.cwd), name, host) : inDirectories(directories, name, host);
    if (file === undefined) continue;
    // A path is a part of the line already, or of a script.
    if (!isPath) found[name] = [withoutVersion(file, host.home), withoutVersion(realPathOf(file), host.home)];
    for (const next of [...helpersOf(name), ...interpretersOf(file)]) if (!waiting.includes(next)) waiting.push(next);
  }
  return found;
}

/** As the system searches them: an empty entry of `PATH` is the working directory, which other searches leave out. */
export function searchedDirectories({ env, platform, cwd }: StartPlace): string[] {
  const listed = platform === 'win32' ? searchPath({ env, platform }) : (env['PATH'] ?? '/usr/bin:/bin').split(':');
  return listed.map((directory) => (directory === '' ? cwd : absolute(directory.replace(/(?<=.)\/+$/, ''), cwd)));
}

function inDirectories(directories: readonly string[], name: string, host: StartPlace): string | undefined {
  for (const directory of directories) {
    const file = fileAt(`${directory}/${name}`, name, host);
    if (file !== undefined) return file;
  }
  return undefined;
}

function fileAt(base: string, name: string, host: StartPlace): string | undefined {
  const isWindows = host.platform === 'win32';
  for (const extension of extensionsFor(name, host)) {
    const path = base + extension.toLowerCase();
    try {
      const status = statSync(path, { throwIfNoEntry: false });
      if (status?.isFile() && (isWindows || (status.mode & 0o111) !== 0)) return path;
    } catch {
      // A directory that cannot be searched has no program for us.
    }
  }
  return undefined;
}

/** The interpreter of a script, which may be a script itself, and the program that `#!/usr/bin/env name` looks for. */
function interpretersOf(file: string): string[] {
  const bytes = Buffer.alloc(256);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return [];
  }
  if (bytes[0] !== 0x23 || bytes[1] !== 0x21) return [];
  const [program = '', ...words] = bytes.toString('latin1').slice(2).split('\n')[0]?.trim().split(/\s+/) ?? [];
  const named = words.find((word) => !word.startsWith('-') && !word.includes('='));
  if (!program.endsWith('/env')) return program.startsWith('/') ? [program] : [];
  return named === undefined ? [] : [named];
}
