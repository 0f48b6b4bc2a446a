import type { Environment } from '../model/reference.ts';
import type { Location, Platform } from './types.ts';

/** What a path in a location is resolved against. */
export interface Surroundings {
  readonly home: string;
  readonly env: Environment;
  readonly platform: Platform;
  /** Absolute path of the project. */
  readonly project: string;
}

/** The absolute paths at which a location may be found, the preferred one first. Always with forward slashes. */
export function pathsOf(location: Location, surroundings: Surroundings): string[] {
  const paths = Array.isArray(location.paths)
    ? location.paths
    : (location.paths as Record<Platform, readonly string[]>)[surroundings.platform];
  return (paths as readonly string[]).map((path) => resolvePath(path, surroundings, location.baseVariable));
}

/** A path as locations write them, made absolute. `baseVariable`, when set, replaces the directory of a home path. */
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

/** Windows sets these; elsewhere, and in a bare environment, this is what they would be. */
function defaultOf(variable: string, home: string): string {
  if (variable === 'APPDATA') return join(home, 'AppData/Roaming');
  if (variable === 'LOCALAPPDATA') return join(home, 'AppData/Local');
  return variable === 'USERPROFILE' ? home : 'C:/ProgramData';
}

function join(directory: string, rest: string): string {
  return `${directory.replaceAll('\\', '/').replace(/\/+$/, '')}/${rest}`;
}
