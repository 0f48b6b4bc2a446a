import { isAbsolute } from 'node:path';
import { absoluteSearchPath, findProgram, systemDirectories, variable } from '../model/find-program.ts';
import type { Host } from '../model/host.ts';
import { comparablePath, isInside } from '../model/paths/comparable-path.ts';
import type { Environment } from '../model/reference.ts';
import { isWithin, territoryOf } from './territory.ts';

type Machine = Pick<Host, 'cwd' | 'env' | 'home' | 'platform'>;

/**
 * Where the programs of this machine are: the directories of PATH that are absolute and belong neither to the working
 * directory nor to one of `projects`, whose authors would otherwise decide what runs.
 */
export function ownSearchPath(machine: Machine, ...projects: readonly string[]): string[] {
  const { cwd, home, platform } = machine;
  const isHome = (one: string): boolean => comparablePath(one, platform) === comparablePath(home, platform);
  const territory = [cwd, ...projects]
    .filter((one) => !isHome(one))
    // A path of another system, which a test may claim, is nowhere here.
    .flatMap((one) => (isAbsolute(one) ? territoryOf(one, home) : [one]));
  return absoluteSearchPath(machine).filter(
    (directory) => !territory.some((one) => isInside(directory, one, platform) || isWithin(directory, one)),
  );
}

/** The absolute path of a program of this machine; undefined if it is not installed. */
export async function findOwnProgram(
  host: Host,
  name: string,
  ...projects: readonly string[]
): Promise<string | undefined> {
  return (await findProgram(host, name, withSystem(host, ...projects), host.home)).found;
}

/** The environment with a PATH that leads to programs of this machine only. */
export function ownEnvironment(machine: Machine, ...projects: readonly string[]): Environment {
  const { env, platform } = machine;
  const name = Object.keys(env).find((one) => variable('PATH', { [one]: '.' }, platform) !== undefined) ?? 'PATH';
  return { ...env, [name]: withSystem(machine, ...projects).join(platform === 'win32' ? ';' : ':') };
}

function withSystem(machine: Machine, ...projects: readonly string[]): string[] {
  const own = ownSearchPath(machine, ...projects);
  return machine.platform === 'win32' ? own : [...new Set([...own, ...systemDirectories])];
}
