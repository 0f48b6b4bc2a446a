import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ValuePlaces } from '../../model/launcher/start-line.ts';
import { isDataFile } from '../../model/paths/data-file.ts';
import { isWithin, territoryOf } from '../../trust/territory.ts';
import { isProgramPlace } from './program-places.ts';
import type { StartPlace } from './start-place.ts';

/** What the values of variables lead to, in this working directory. */
export function valuePlaces({ cwd, home, platform, project: around = cwd }: StartPlace): ValuePlaces {
  const project = territoryOf(around, home);
  const separator = platform === 'win32' ? /[/\\]/ : /\//;
  const isWithinProject = (path: string): boolean => project.some((one) => isWithin(path, one));
  // A name without a separator is a path only if it is there: it may as well be a word.
  const isInProject = (path: string): boolean => {
    const full = resolve(cwd, path);
    const isPath = isAbsolute(path) || separator.test(path) || (path !== '' && kindOf(full) !== undefined);
    return isPath && isWithinProject(full);
  };
  return {
    isInProject,
    isForSettings: (path) => isForSettings(path.replaceAll('\\', '/'), home) && !isInProject(path),
    namesProjectFile(name, value) {
      if (project.length === 0) return false;
      if (NAMES_PLACE.test(name) && value !== cwd && !project.includes(value) && isInProject(value))
        return !isDataFile(value);
      return pathsIn(value, platform).some((path) => {
        const full = resolve(cwd, path);
        const kind = isWithinProject(full) && full !== cwd && !project.includes(full) ? kindOf(full) : undefined;
        return kind === 'directory' || (kind === 'file' && !isDataFile(path));
      });
    },
  };
}

/** Names of variables with a file or directory, which may hold libraries, settings or addresses. */
const NAMES_PLACE =
  /(?:^|_)(?:DIRS?|DIRECTORY|PATHS?|HOME|ROOT|FILE|PLUGINS?|LIBS?|LIBRARIES|DRIVERS|VENDORS|ADMIN|SYSCONFDIR|SERVICEFILE|CREDENTIALS)$|SYSCONFDIR$|SERVICEFILE$|PASSFILE$/i;

/** In the home directory, settings are in hidden directories; what else is there may be a project. */
function isForSettings(path: string, home: string): boolean {
  if (/(?:^|\/)\.\.(?:\/|$)/.test(path)) return false;
  if (path.startsWith(`${home}/`)) return /^(?:\.[^/]|(?:Library|AppData)\/)/.test(path.slice(home.length + 1));
  return /^(?:\/(?:etc|usr|opt|Library|nix)|\/run\/current-system|[a-z]:\/(?:Program(?:Data| Files)|Windows)[^/]*)\//i.test(
    path,
  );
}

/** The paths that a value may name: all of it, parts of a list, the value of an option, an address of a file. */
function pathsIn(value: string, platform: StartPlace['platform']): string[] {
  // No path is so long, and what is no path costs time.
  if (value.length > 4096 || value.includes('\n')) return [];
  const parts = new Set([value, ...value.split(platform === 'win32' ? ';' : /[:;]/), ...value.split(/[\s,=]+/)]);
  const all = [...parts].flatMap((part) => {
    const option = /^-{1,2}[\w-]+=?(.+)$/.exec(part)?.[1];
    return option === undefined ? [part] : [part, option];
  });
  return all.map(withoutScheme).filter((part) => /[/\\.]/.test(part) && !/^\w+:\/\//.test(part));
}

function withoutScheme(part: string): string {
  if (!/^file:/i.test(part)) return part;
  try {
    return fileURLToPath(part);
  } catch {
    return part.replace(/^file:(?:\/\/)?/i, '');
  }
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() ? 'file' : found?.isDirectory() ? 'directory' : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a shell is that of the account, or one that only the system or the person installed. */
export function isUsualShell(shell: string, host: StartPlace): boolean {
  const path = shell.replaceAll('\\', '/');
  return isProgramPlace(dirname(path), host) || /^\/(?:usr\/)?bin\/\w+$/.test(path) || shell === accountShell();
}

function accountShell(): string | null | undefined {
  try {
    return userInfo().shell;
  } catch {
    return undefined;
  }
}
