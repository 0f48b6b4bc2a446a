import { watchFiles, type WatchOptions } from '../live/watch/watch-files.ts';
import { stateOfFiles } from '../live/watch/watch-targets.ts';
import { watchedFiles } from '../live/watch/watched-files.ts';
import type { Host } from '../model/host.ts';
import { journalDirectory } from '../store/journal/journal.ts';
import { stateFile } from '../store/state/places.ts';
import { copiedDefinitionsPath } from '../store/approvals/copied-definitions.ts';

export interface ConfigurationWatch {
  /** Takes these files as they are now for known, and tells about them as written by the page. */
  wrote(files: readonly string[]): void;
  stop(): void;
}

export interface ConfigurationChange {
  readonly files: readonly string[];
  readonly approvals: boolean;
  readonly history: boolean;
  readonly by: 'page' | 'other';
}

/** Tells which of the files that decide about servers have changed, and whether something was decided or written. */
export function watchConfiguration(
  host: Host,
  onChange: (change: ConfigurationChange) => void,
  options: WatchOptions = {},
): ConfigurationWatch {
  const decisions = [stateFile(host, 'approvals.json'), copiedDefinitionsPath(host)];
  const journal = journalDirectory(host);
  const configuration = watchedFiles(host, host.cwd);
  const known = new Map([...configuration, journal].map((file) => [file, stateOfFiles([file])]));

  const look = (files: readonly string[]): string[] =>
    files.filter((file) => {
      const state = stateOfFiles([file]);
      if (known.get(file) === state) return false;
      known.set(file, state);
      return true;
    });
  const tell = (changed: readonly string[], by: ConfigurationChange['by']): void => {
    if (changed.length === 0) return;
    onChange({
      files: changed.filter((file) => !decisions.includes(file) && file !== journal),
      approvals: decisions.some((file) => changed.includes(file)),
      history: changed.includes(journal),
      by,
    });
  };

  // What is written into the journal is written under the lock, and that comes and goes where it can be seen.
  const watched = [...configuration, journal, stateFile(host, 'lock')];
  const stop = watchFiles(watched, () => tell(look([...known.keys()]), 'other'), options);
  return {
    wrote(files) {
      look([...files, journal]);
      tell([...new Set([...files, journal])], 'page');
    },
    stop,
  };
}
