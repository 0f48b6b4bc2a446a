import { z } from 'zod';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../../store/read/read-own-file.ts';
import { stateFile } from '../../store/state/places.ts';
import { writeOwnFile } from '../../store/state/state-file.ts';

/** More than anyone picks from. */
const MOST = 20;

const shape = z.array(z.string().min(1)).max(1000);

/** The directories whose page was opened before and that still exist, latest first. */
export async function knownProjects(host: Host): Promise<string[]> {
  const noted = await readNoted(host);
  const exists = await Promise.all(
    noted.map(async (path) => (await host.fs.kindOf(path).catch(() => undefined)) === 'directory'),
  );
  return noted.filter((_, at) => exists[at]);
}

/** Remembers the project of a page. */
export async function noteProject(host: Host): Promise<void> {
  const others = (await readNoted(host)).filter((path) => path !== host.cwd);
  await writeOwnFile(host, pathOf(host), `${JSON.stringify([host.cwd, ...others].slice(0, MOST))}\n`);
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
