import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import type { LaunchPlan } from './types.ts';

/** Identifies this process in file names, so others can tell whether a file is still in use. */
export function ownerMark({ processes }: Host): string {
  return `${processes.own}-${machineMark(processes.machine)}`;
}

/** Removes files of killed processes, which may contain secrets, from the directories that the plan uses. */
export async function sweepLeftovers(host: Host, { directory, files }: LaunchPlan): Promise<void> {
  const where = new Set([directory, ...files.map(({ path }) => path)].flatMap((path) => (path ? [dirname(path)] : [])));
  if (directory !== undefined) for (const folder of where) if (folder.startsWith(directory)) where.delete(folder);
  for (const folder of where) {
    const names = await host.fs.readDirectory(folder).catch((): string[] => []);
    for (const name of names) if (isLeftover(host, name)) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  }
}

/** Process ids of another machine or container are meaningless here. */
function isLeftover({ processes }: Host, name: string): boolean {
  const [, id, machine] = /^(?:plugboard-)?(\d+)-([0-9a-f]{8})-[0-9a-f]{16}(?:\.|$)/.exec(name) ?? [];
  return machine === machineMark(processes.machine) && processes.startOf(Number(id)) === undefined;
}

function machineMark(machine: string): string {
  return createHash('sha256').update(machine).digest('hex').slice(0, 8);
}
