import type { Environment } from '../model/reference.ts';
import type { Location, Platform } from './types.ts';

/** The context that location paths are resolved against. */
export interface Surroundings {
  readonly home: string;
  readonly env: Environment;
  readonly platform: Platform;
  /** Absolute path of the project. */
  readonly project: string;
}

/** The absolute paths of a location, preferred one first. Always with forward slashes. */
export function pathsOf(location: Location, surroundings: Surroundings): string[] {
  const paths = Array.isArray(location.paths)
    ? location.paths
    : (location.paths as Record<Platform, readonly string[]>)[surroundings.platform];
  return (paths as readonly string[]).map((path) => resolvePath(path, surroundings, location.baseVariable));
}

/** Resolves a location path. `baseVariable`, if set, replaces the directory of a home path. */
export function resolvePath(path: string, surroundings: Surroundings, baseVariable?: string): string {
  const { home, env, project } = surroundings;
  const base = baseVariable === undefined ? undefined : env[baseVariable];
  if (base && path.startsWith('~/')) return join(base, path.slice(path.lastIndexOf('/') + 1));
  if (path.startsWith('~/.config/') && env['XDG_CONFIG_HOME'])
    return join(env['XDG_CONFIG_HOME'], path.slice('~/.config/'.length));
  if (path.startsWith('~/')) return join(home, path.slice(2));
  const variable = /^%(\w+)%\//.exec(path);
  if (variable)
    return join(env[variable[1] as string] ?? defaultOf(variable[1] as string, home), path.slice(variable[0].length));
  return /^(?:\/|[A-Za-z]:\/)/.test(path) ? path : join(project, path);
}

/** Default values of variables that Windows sets, for other platforms and bare environments. */
function defaultOf(variable: string, home: string): string {
  if (variable === 'APPDATA') return join(home, 'AppData/Roaming');
  if (variable === 'LOCALAPPDATA') return join(home, 'AppData/Local');
  return variable === 'USERPROFILE' ? home : 'C:/ProgramData';
}

function join(directory: string, rest: string): string {
  return `${directory.replaceAll('\\', '/').replace(/\/+$/, '')}/${rest}`;
}
