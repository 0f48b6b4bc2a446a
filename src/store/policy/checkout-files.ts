import { posix } from 'node:path';
import type { FileSystem, Host } from '../../model/host.ts';
import type { Circumstances } from '../../policy/subject.ts';
import { territoryOf } from '../../trust/territory.ts';

type Around = Pick<Circumstances, 'files' | 'linkedPrograms' | 'project'>;

/**
 * What a search for files finds in the checkout of a project alone, so that it is the same on every machine. Programs that
 * it does not find may be anywhere.
 */
export async function asInCheckout(
  host: Host,
  project: string,
  search: (host: Host) => Promise<Around>,
): Promise<Around> {
  const { files, ...around } = await search(onlyCheckout(host, project));
  return { ...around, ...(files && { files: { ...files, isOnlyCheckout: true } }) };
}

/** The host without any file outside of the project, and with a PATH that leads nowhere. */
function onlyCheckout(host: Host, project: string): Host {
  const directories = territoryOf(project, host.home).map((one) => one.replaceAll('\\', '/').replace(/\/+$/, ''));
  const isInside = (path: string): boolean => {
    const plain = posix.normalize(path.replaceAll('\\', '/'));
    return directories.some((directory) => plain === directory || plain.startsWith(`${directory}/`));
  };
  const { fs } = host;
  const missing = async (path: string): Promise<never> => Promise.reject(new Error(`${path} is not in the checkout.`));
  const only: FileSystem = {
    ...fs,
    kindOf: async (path) => (isInside(path) ? fs.kindOf(path) : undefined),
    status: async (path) => (isInside(path) ? fs.status(path) : undefined),
    readFile: async (path) => (isInside(path) ? fs.readFile(path) : missing(path)),
    realPath: async (path) => (isInside(path) ? fs.realPath(path) : missing(path)),
    readLink: async (path) => (isInside(path) ? fs.readLink(path) : missing(path)),
    readDirectory: async (path) => (isInside(path) ? fs.readDirectory(path) : missing(path)),
  };
  const env = Object.entries(host.env).filter(([name]) => !/^path$/i.test(name));
  return { ...host, fs: only, env: { ...Object.fromEntries(env), PATH: '/dev/null' } };
}
