import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '../../model/host.ts';
import { readRegularFile } from '../../store/read/read-regular-file.ts';
import { reasonOf, writeFailed } from '../../store/read/reason.ts';
import { makeOwnDirectoryAtOnce } from '../../store/state/secure-directory.ts';
import { moveBack, linkHome } from './home.ts';
import { saveSettings } from './settings.ts';
import type { LaunchPlan } from './types.ts';

/**
 * Creates the files of a plan, readable by this user only. The returned function removes them; if the process exits
 * before, they are removed then. Synchronous, so nothing can happen between creating them and starting the program.
 */
export function setUpFiles(host: Host, plan: LaunchPlan): () => Promise<void> {
  const undo: (() => void)[] = [];
  const remove = (): void => {
    for (const step of undo.splice(0).toReversed()) ignoringErrors(step);
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
    // A failure to save settings does not make the session a failure.
    await saveChanges(host, plan).catch(() => undefined);
    forget();
  };
}

/** Records an undo step after each change, so only files created here are removed. */
function makeFiles(host: Host, { directory, home, files }: LaunchPlan, undo: (() => void)[]): void {
  if (directory !== undefined) {
    makeOwnDirectoryAtOnce(host, dirname(directory));
    mkdirSync(directory, { mode: 0o700 });
    undo.push(() => {
      if (home) moveBack(home.real, directory, home.file);
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

async function saveChanges(host: Host, { home, files: [file] }: LaunchPlan): Promise<void> {
  if (!home || !file) return;
  const after = readRegularFile(file.path).toString();
  if (after !== file.text) await saveSettings(host, home, file.text, after);
}

/** A failed step must not prevent the next ones from removing secrets. */
function ignoringErrors(step: () => void): void {
  try {
    step();
  } catch {
    // The next launch removes what is left.
  }
}
