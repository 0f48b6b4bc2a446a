import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { applyEdits } from '../../../src/formats/edit-list.ts';
import { setValue } from '../../../src/formats/edit.ts';
import { json } from '../../../src/formats/json/index.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { readText } from '../../../src/store/read/read-text.ts';
import { commit } from '../../../src/store/write/apply-plan.ts';
import type { FileChange } from '../../../src/store/write/plan.ts';
import { planOf } from './box.ts';
import { watched } from './faults.ts';
import { nextVersion } from './versions.ts';

export type Task =
  /** Adds one server to a JSON file. */
  | { readonly kind: 'add'; readonly file: string; readonly name: string }
  /**
   * Counts each group of files up together, group after group, for ever or a number of times. With `killBefore` it kills
   * itself when it is about to put that file in place for the last of these times.
   */
  | {
      readonly kind: 'count';
      readonly groups: readonly (readonly string[])[];
      readonly times?: number;
      readonly killBefore?: string;
    }
  /** Holds the lock until it is killed. */
  | { readonly kind: 'hold' }
  /** Ends of its own accord while it holds the lock. */
  | { readonly kind: 'exit' };

const host = nodeHost();

async function textOf(path: string): Promise<string> {
  const read = await readText(host, path);
  return 'text' in read ? read.text : '';
}

async function changeOf(path: string, change: (text: string) => string): Promise<FileChange> {
  const before = await textOf(path);
  return { path, before, after: change(before) };
}

async function work(task: Task): Promise<void> {
  if (task.kind === 'add') {
    const path = ['servers', task.name];
    const add = (text: string): string => applyEdits(text, setValue(json, text, path, { command: task.name }));
    await commit(host, async () => planOf(await changeOf(task.file, add)));
    return;
  }
  if (task.kind === 'hold') {
    await commit(host, async () => {
      writeSync(1, 'held');
      return new Promise(() => setInterval(() => undefined, 1000));
    });
    return;
  }
  if (task.kind === 'exit') {
    await commit(host, () => process.exit(0));
    return;
  }
  let puts = 0;
  const telling = watched(host, ({ name, to }) => {
    // One dot for each step on the disk: by them the test chooses when to kill.
    writeSync(1, '.');
    if (name === 'rename' && to === task.killBefore) puts += 1;
    if (puts === task.times) process.kill(process.pid, 'SIGKILL');
  });
  for (let round = 0; round < (task.times ?? Infinity); round += 1) {
    for (const group of task.groups) {
      // On a busy machine, the last of many workers waits for longer than a person would.
      const patience = 600_000;
      const count = async (): Promise<ReturnType<typeof planOf>> =>
        planOf(...(await Promise.all(group.map((path) => changeOf(path, nextVersion)))));
      await commit(telling, count, { patience });
    }
  }
}

writeSync(1, 'ready\n');
await once(process.stdin, 'data');
await work(JSON.parse(process.argv[2] ?? '') as Task);
process.stdin.destroy();
