import { watchFiles, type WatchOptions } from '../live/watch/watch-files.ts';
import { stateOfFiles } from '../live/watch/watch-targets.ts';
import { watchedFiles } from '../live/watch/watched-files.ts';
import type { Host } from '../model/host.ts';
import { copiedDefinitionsPath } from '../store/approvals/copied-definitions.ts';
import { journalDirectory } from '../store/journal/journal.ts';
import { stateFile } from '../store/state/places.ts';

export interface ConfigurationWatch {
  /** Marks the current content of these files as known, and reports them as written by the page. */
  wrote(files: readonly string[]): void;
  stop(): void;
}

export interface ConfigurationChange {
  readonly files: readonly string[];
  readonly approvals: boolean;
  readonly history: boolean;
  readonly by: 'page' | 'other';
}

/** Reports changes of config files, approvals and history. */
export function watchConfiguration(
  host: Host,
  onChange: (change: ConfigurationChange) => void,
  options: WatchOptions = {},
): ConfigurationWatch {
  const plans = stateFile(host, 'plans');
  const decisions = [stateFile(host, 'approvals.json'), copiedDefinitionsPath(host), plans];
  const journal = journalDirectory(host);
  const configuration = watchedFiles(host, host.cwd);
  const known = new Map([...configuration, journal, plans].map((file) => [file, stateOfFiles([file])]));

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

  // The journal is written under a lock, whose creation and removal is visible.
  const watched = [...configuration, journal, plans, stateFile(host, 'lock')];
  const stop = watchFiles(watched, () => tell(look([...known.keys()]), 'other'), options);
  return {
    wrote(files) {
      look([...files, journal]);
      tell([...new Set([...files, journal])], 'page');
    },
    stop,
  };
}
