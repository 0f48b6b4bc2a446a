import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { readRegularFile } from '../../store/read-regular-file.ts';
import { reasonOf, writeFailed } from '../../store/reason.ts';
import { makeOwnDirectoryAtOnce } from '../../store/secure-directory.ts';
import { bringHome, linkHome } from './home.ts';
import { keepSettings } from './settings.ts';
import type { LaunchPlan } from './types.ts';

/**
 * Makes the files of a plan, for this user alone. What it gives back removes them; should the process end before, they
 * are removed then. Works at once, so that nothing can come between making them and starting the program.
 */
export function setUpFiles(host: Host, plan: LaunchPlan): () => Promise<void> {
  const undo: (() => void)[] = [];
  const remove = (): void => {
    for (const step of undo.splice(0).toReversed()) quietly(step);
  };
  process.once('exit', remove);
  const forget = (): void => {
    remove();
    process.off('exit', remove);
  };
  try {
    makeFiles(host, plan, undo);
  } catch (error) {
    forget();
    throw writeFailed(plan.directory ?? plan.files[0]?.path ?? '', reasonOf(error), error);
  }
  return async () => {
    // The session is over; settings that cannot be kept are no reason to call it failed.
    await keepChanges(host, plan).catch(() => undefined);
    forget();
  };
}

/** Notes how to take back each step as soon as it is done: what was there before is never removed. */
function makeFiles(host: Host, { directory, home, files }: LaunchPlan, undo: (() => void)[]): void {
  if (directory !== undefined) {
    makeOwnDirectoryAtOnce(host, dirname(directory));
    mkdirSync(directory, { mode: 0o700 });
    undo.push(() => {
      if (home) bringHome(home.real, directory, home.file);
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
    });
    if (home) linkHome(home.real, directory, home.file);
  }
  for (const { path, text } of files) {
    makeOwnDirectoryAtOnce(host, dirname(path));
    const file = openSync(path, 'wx', 0o600);
    undo.push(() => rmSync(path, { force: true }));
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
  }
}

async function keepChanges(host: Host, { home, files: [file] }: LaunchPlan): Promise<void> {
  if (!home || !file) return;
  const after = readRegularFile(file.path).toString();
  if (after !== file.text) await keepSettings(host, home, file.text, after);
}

/** One step that fails must not keep the next from removing secrets. */
function quietly(step: () => void): void {
  try {
    step();
  } catch {
    // The program has ended all the same, and the next start removes what is left.
  }
}
