import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Host } from '../../model/host.ts';
import { readOwnJson } from '../../store/read/read-own-file.ts';
import { stateFile } from '../../store/state/places.ts';
import { writeOwnFile } from '../../store/state/state-file.ts';

/** Describes a running API server, so that a second one is not needed. */
export interface InstanceNote {
  readonly pid: number;
  /** Distinguishes its process from a later one with the same PID, which may also have the same port. */
  readonly started: string;
  readonly url: string;
  readonly secret: string;
}

const shape = z.object({ pid: z.int().positive(), started: z.string(), url: z.url(), secret: z.string().min(1) });

/** One per project, because a page shows one project. */
export function instancePath(host: Host): string {
  const project = createHash('sha256').update(host.cwd).digest('hex').slice(0, 16);
  return stateFile(host, `pages/${project}.json`);
}

export async function writeInstance(host: Host, note: InstanceNote): Promise<void> {
  await writeOwnFile(host, instancePath(host), `${JSON.stringify(note)}\n`);
}

/** Undefined if missing or unreadable. */
export async function readInstance(host: Host): Promise<InstanceNote | undefined> {
  try {
    return shape.parse(await readOwnJson(host, instancePath(host)));
  } catch {
    return undefined;
  }
}

/** A newer instance of the same project may have written its own. */
export async function removeInstance(host: Host, { secret }: InstanceNote): Promise<void> {
  const noted = await readInstance(host);
  if (noted?.secret === secret) await host.fs.unlink(instancePath(host)).catch(() => undefined);
}
