import type { FileSystem, Host, NewFile } from '../../../src/model/host.ts';

/** One thing done to the disk: a function of the file system, or `write`, `sync`, `close` of a new file. */
export interface Step {
  readonly name: string;
  readonly path: string;
  /** For a step with two paths. */
  readonly to: string | undefined;
}

type Before = (step: Step) => void | 'half';

/** A host on whose disk `before` sees every step, and can make it fail by throwing, or write only half of the bytes. */
export function watched(host: Host, before: Before): Host {
  const fs = new Proxy(host.fs, {
    get(target, name: keyof FileSystem) {
      return async (...args: readonly unknown[]) => {
        before({ name, path: String(args[0]), to: typeof args[1] === 'string' ? args[1] : undefined });
        const result: unknown = await (target[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
        return name === 'create' ? watchedFile(result as NewFile, String(args[0]), before) : result;
      };
    },
  });
  return { ...host, fs };
}

function watchedFile(file: NewFile, path: string, before: Before): NewFile {
  const step = (name: string): void | 'half' => before({ name, path, to: undefined });
  return {
    async write(bytes) {
      if (step('write') !== 'half') return file.write(bytes);
      await file.write(bytes.slice(0, bytes.length / 2));
      throw systemError('ENOSPC');
    },
    async sync() {
      step('sync');
      await file.sync();
    },
    async close() {
      // The system closes the files of a process that dies, so this always happens.
      await file.close();
      step('close');
    },
  };
}

export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code });
}

/** Higher than any the system gives. */
let ids = 2 ** 30;

/**
 * A process that dies when `isLast` says so: nothing it does from then on reaches the disk. `host` is that process; seen
 * from any other host it is gone.
 */
export function dying(
  host: Host,
  isLast: (step: Step, count: number) => boolean,
  half = false,
): { host: Host; died(): boolean } {
  let count = 0;
  let dead = false;
  const watchedHost = watched(host, (step) => {
    count += 1;
    if (dead) throw new Error('dead');
    dead = isLast(step, count);
    if (!dead) return;
    if (half && step.name === 'write') return 'half';
    throw new Error('dead');
  });
  const own = (ids += 1);
  const startOf = (id: number): string | undefined => (id === own ? 'once' : host.processes.startOf(id));
  return {
    host: { ...watchedHost, processes: { ...host.processes, own, startOf, removeAtExit: () => () => undefined } },
    died: () => dead,
  };
}
