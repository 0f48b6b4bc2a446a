import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../model/host.ts';
import { stateFile } from '../../store/places.ts';
import { readOwnJson } from '../../store/read-own-file.ts';

interface Note {
  readonly pid: number;
  readonly start: string;
  readonly owner: number;
  readonly ownerStart: string;
  readonly machine: string;
}

/** Notes who has started which server, so that one whose owner was killed can be ended by the next of us. */
export function notePid(host: Host, pid: number): () => void {
  const { own, machine } = host.processes;
  const path = join(folder(host), `${own}-${pid}.json`);
  const start = host.processes.startOf(pid) ?? '';
  const note: Note = { pid, start, owner: own, ownerStart: host.processes.startOf(own) ?? '', machine };
  try {
    mkdirSync(folder(host), { recursive: true, mode: 0o700 });
    writeFileSync(path, JSON.stringify(note), { mode: 0o600 });
  } catch {
    // Where nothing can be written, only a kill of ours leaves a server behind.
  }
  return () => rmSync(path, { force: true });
}

/** Ends servers whose owner is gone. A process that merely has the number of one by now is left alone. */
export async function reapStale(host: Host): Promise<number[]> {
  const ended: number[] = [];
  const names = await host.fs.readDirectory(folder(host)).catch((): string[] => []);
  for (const name of names.filter((name) => name.endsWith('.json'))) {
    const path = join(folder(host), name);
    const note = (await readOwnJson(host, path).catch(() => undefined)) as Note | undefined;
    if (note && (note.machine !== host.processes.machine || isRunning(host, note.owner, note.ownerStart))) continue;
    rmSync(path, { force: true });
    // Where the system does not tell when a process started, its number alone proves nothing.
    if (!note || note.start === '' || !isRunning(host, note.pid, note.start)) continue;
    try {
      process.kill(note.pid, 'SIGTERM');
      ended.push(note.pid);
    } catch {
      // It has ended by itself.
    }
  }
  return ended;
}

function folder(host: Host): string {
  return stateFile(host, 'opencode-servers');
}

function isRunning(host: Host, pid: number, start: string): boolean {
  return host.processes.startOf(pid) === start;
}
