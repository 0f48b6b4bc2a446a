import * as z from 'zod';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../read/read-own-file.ts';
import { stateFile } from './places.ts';
import { writeOwnFile } from './state-file.ts';

/** More than anyone picks from. */
const MOST = 20;

const shape = z.array(z.string().min(1)).max(1000);

export interface KnownProjects {
  /** Directories that exist, latest first. */
  readonly here: readonly string[];
  /** Deleted or moved since. */
  readonly gone: readonly string[];
}

/** The projects whose page was opened before. */
export async function knownProjects(host: Host): Promise<KnownProjects> {
  const noted = await readNoted(host);
  const exists = await Promise.all(
    noted.map(async (path) => (await host.fs.kindOf(path).catch(() => undefined)) === 'directory'),
  );
  return { here: noted.filter((_, at) => exists[at]), gone: noted.filter((_, at) => !exists[at]) };
}

/** Remembers the project of a page. */
export async function noteProject(host: Host): Promise<void> {
  const own = await projectPath(host);
  const others = (await readNoted(host)).filter((path) => path !== own);
  await writeOwnFile(host, pathOf(host), `${JSON.stringify([own, ...others].slice(0, MOST))}\n`);
}

/** The directory itself: reached through a link, it is the same project. */
export async function projectPath({ fs, cwd }: Host): Promise<string> {
  return fs.realPath(cwd).catch(() => cwd);
}

function pathOf(host: Host): string {
  return stateFile(host, 'projects.json');
}

async function readNoted(host: Host): Promise<string[]> {
  try {
    return shape.parse(await readOwnJson(host, pathOf(host)));
  } catch {
    return [];
  }
}
