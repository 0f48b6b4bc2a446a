import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../model/host.ts';
import { stateFile } from '../../store/places.ts';

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
export function reapStale(host: Host): number[] {
  return names(folder(host)).flatMap((name) => {
    const path = join(folder(host), name);
    const note = readNote(path);
    if (note && (note.machine !== host.processes.machine || isRunning(host, note.owner, note.ownerStart))) return [];
    rmSync(path, { force: true });
    // Where the system does not tell when a process started, its number alone proves nothing.
    if (!note || note.start === '' || !isRunning(host, note.pid, note.start)) return [];
    try {
      process.kill(note.pid, 'SIGTERM');
      return [note.pid];
    } catch {
      return [];
    }
  });
}

function folder(host: Host): string {
  return stateFile(host, 'opencode-servers');
}

function names(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function readNote(path: string): Note | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Note;
  } catch {
    return undefined;
  }
}

function isRunning(host: Host, pid: number, start: string): boolean {
  return host.processes.startOf(pid) === start;
}
