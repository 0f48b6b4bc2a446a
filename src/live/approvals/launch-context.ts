import { isAbsolute, posix, resolve, win32 } from 'node:path';
import type { Host } from '../../model/host.ts';
import { logEvent } from '../../model/log-event.ts';
import type { Environment } from '../../model/reference.ts';
import { inferTransport } from '../../model/server.ts';
import type { Resolution, ServerToRun } from '../../runtime/types.ts';
import { isInProject } from '../../trust/territory.ts';
import { isTrustedProject } from './trusted-project.ts';

/** Logged for a server that is started in the home directory. */
export const startsInHomeNotice = logEvent(
  'starts-in-home',
  'Started in the home directory, because this project is not trusted. Run: plugboard approve --project',
);

/** Working directory and environment of a server process. */
export interface LaunchContext {
  readonly directory: string;
  readonly env: Environment;
  /** Whether a user's server starts in the home directory because the project is not trusted. */
  readonly startsInHome: boolean;
  /** The only PATH with which the server may start, whatever its definition says. */
  readonly searchPath?: string;
}

/**
 * Project servers start in the project. A user's servers do too, as in other clients, once the project is trusted.
 * Until then they start in the home directory: with `python3 -m x` or `npx x` the project could provide `x`.
 */
export async function launchContext(toRun: ServerToRun, host: Host, project: string): Promise<LaunchContext> {
  const { env, home } = host;
  const isOfProject = toRun.origin?.project !== undefined && toRun.origin.copied !== true;
  if (isOfProject || (await isTrustedProject(host, project))) return { directory: project, env, startsInHome: false };
  return { directory: home, env: withoutProjectPrograms(host, project), startsInHome: true };
}

/** Applies the working directory and environment. A relative `cwd` is resolved against the directory. */
export function withLaunchContext(
  resolution: Resolution,
  { directory, env, searchPath }: LaunchContext,
  host: Host,
): Resolution {
  const { server } = resolution;
  if (server.transport !== 'stdio') return resolution;
  const path = pathName(host);
  const declared = Object.keys(server.env).find((name) => isPathName(name, host));
  const isInherited = declared !== undefined || env[path] === host.env[path];
  const kept = searchPath ?? (isInherited ? undefined : (env[path] ?? ''));
  const programs = kept === undefined ? {} : { [declared ?? path]: kept };
  const cwd = resolve(directory, server.cwd ?? '.');
  return { ...resolution, server: { ...server, env: { ...server.env, ...programs }, cwd } };
}

/** Whether the working directory of a server depends on trust in the project. */
export function dependsOnTrust({ server, origin }: ServerToRun): boolean {
  const isOwn = origin?.project === undefined || origin.copied === true;
  const { cwd } = server;
  return isOwn && inferTransport(server) === 'stdio' && !(typeof cwd === 'string' && isAbsolute(cwd));
}

/**
 * Removes project directories from PATH: `npm run` and `npx` prepend them, and an empty or relative entry means the
 * working directory.
 */
export function withoutProjectPrograms(host: Host, project: string): Environment {
  const name = pathName(host);
  const path = host.env[name];
  if (path === undefined) return host.env;
  const system = host.platform === 'win32' ? win32 : posix;
  const kept = path
    .split(system.delimiter)
    .filter((entry) => system.isAbsolute(entry) && !isInProject(entry, project, host.home));
  return { ...host.env, [name]: kept.join(system.delimiter) };
}

function pathName(host: Host): string {
  return Object.keys(host.env).find((name) => isPathName(name, host)) ?? 'PATH';
}

function isPathName(name: string, { platform }: Host): boolean {
  return platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH';
}
