import { isAbsolute, posix, resolve, win32 } from 'node:path';
import type { Host } from '../model/host.ts';
import type { Environment } from '../model/reference.ts';
import { inferTransport } from '../model/server.ts';
import type { Resolution, ServerToRun } from '../runtime/types.ts';
import { isInProject } from '../trust/territory.ts';
import { isTrustedProject } from './trusted-project.ts';

/** What the log says of a server that starts in the home. */
export const keptOut =
  'It starts in the home directory, because this project is not trusted: plugboard approve --project';

/** Where a server is started, and with which variables of ours. */
export interface StartPlace {
  readonly directory: string;
  readonly env: Environment;
  /** A person's own server that starts in the home, because the project is not trusted. */
  readonly isKeptOut: boolean;
}

/**
 * Servers of a project start in it. So do a person's own, as clients do it, once they trust the project; until then they
 * start in the home: with `python3 -m x` or `npx x` the project would decide what `x` is.
 */
export async function startPlace(toRun: ServerToRun, host: Host, project: string): Promise<StartPlace> {
  const { env, home } = host;
  const isOfProject = toRun.origin?.project !== undefined && toRun.origin.copied !== true;
  if (isOfProject || (await isTrustedProject(host, project))) return { directory: project, env, isKeptOut: false };
  return { directory: home, env: withoutProjectPrograms(host, project), isKeptOut: true };
}

/** The same server in its place. Its own working directory counts; a relative one is seen from the place. */
export function placed(resolution: Resolution, { directory, env }: StartPlace, host: Host): Resolution {
  const { server } = resolution;
  if (server.transport !== 'stdio') return resolution;
  const path = pathName(host);
  const isSet = Object.keys(server.env).some((name) => isPathName(name, host));
  const programs = isSet || env[path] === host.env[path] ? {} : { [path]: env[path] ?? '' };
  const cwd = resolve(directory, server.cwd ?? '.');
  return { ...resolution, server: { ...server, env: { ...server.env, ...programs }, cwd } };
}

/** Whether the place of a server depends on the trust in the project. */
export function dependsOnTrust({ server, origin }: ServerToRun): boolean {
  const isOwn = origin?.project === undefined || origin.copied === true;
  const { cwd } = server;
  return isOwn && inferTransport(server) === 'stdio' && !(typeof cwd === 'string' && isAbsolute(cwd));
}

/** `npm run` and `npx` put programs of the project first, and an empty or relative entry means any directory. */
function withoutProjectPrograms(host: Host, project: string): Environment {
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
