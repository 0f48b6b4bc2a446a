import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Linux exposes each process in /proc. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has exited meanwhile.
    return '';
  }
}

/** Parent and state; undefined when there is no such process. */
function statusOf(pid: number): { parent: number; state: string } | undefined {
  // The program name is in parentheses and may contain anything.
  const [state, parent] = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), state: state ?? '' };
}

/** These processes and all that they have started. */
export function treeOf(roots: readonly number[]): number[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  const children = new Map<number, number[]>();
  for (const pid of all) {
    const parent = statusOf(pid)?.parent ?? 0;
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = new Set<number>();
  const walk = (pid: number): void => {
    if (found.has(pid) || !statusOf(pid)) return;
    found.add(pid);
    for (const child of children.get(pid) ?? []) walk(child);
  };
  for (const root of roots) walk(root);
  return [...found];
}

/** Processes with this text in their command line. Some gateways leave orphaned programs behind. */
export function processesNaming(text: string): number[] {
  return readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && read(`/proc/${name}/cmdline`).includes(text) ? [Number(name)] : [],
  );
}

/** Processes below these roots, without the servers behind the gateway. */
export function gatewayProcesses(roots: readonly number[]): number[] {
  return treeOf(roots).filter((pid) => !isServer(pid));
}

/** The program that Node runs is the second word of a command line. */
function isServer(pid: number): boolean {
  const [, script = ''] = read(`/proc/${pid}/cmdline`).split('\0');
  return /echo-(?:stdio|http)\.mjs$|server-everything/.test(script);
}

/** Resident memory in megabytes. */
export function memoryOf(pids: readonly number[]): number {
  const sizes = pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** CPU time of all threads in microseconds. Other load hardly affects it. */
export function cpuOf(pids: readonly number[]): number {
  const threads = pids.flatMap((pid) => threadsOf(pid).map((thread) => `/proc/${pid}/task/${thread}/schedstat`));
  return threads.reduce((sum, file) => sum + Number(read(file).split(' ')[0] ?? 0), 0) / 1000;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Stops our processes with all their descendants: SIGTERM first. */
export async function endAll(roots: readonly number[]): Promise<void> {
  const pids = treeOf(roots);
  const isAlive = (pid: number): boolean => !['', 'Z', 'X'].includes(statusOf(pid)?.state ?? '');
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        if (isAlive(pid)) process.kill(pid, name);
      } catch {
        // Exited in the meantime.
      }
    }
  };
  signal('SIGTERM');
  for (let look = 0; look < 40 && pids.some(isAlive); look += 1) await pause(50);
  signal('SIGKILL');
}
