import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';

interface Kept {
  /** Of the sources that outcomes depend on. */
  readonly sources: string;
  /** By `id@version`. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
}

export interface KeptOutcomes {
  find(id: string, version: string): Outcome | undefined;
  keep(id: string, version: string, outcome: Outcome): void;
}

/** Outcomes in a file, so that an interrupted run goes on where it ended. Those of other sources are forgotten. */
export function keptOutcomes(file: string, sources: string): KeptOutcomes {
  const read = (): Kept['outcomes'] => {
    try {
      const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
      return kept.sources === sources ? kept.outcomes : {};
    } catch {
      return {};
    }
  };
  return {
    find: (id, version) => read()[`${id}@${version}`],
    keep: (id, version, outcome) => {
      const kept: Kept = { sources, outcomes: { ...read(), [`${id}@${version}`]: outcome } };
      writeFileSync(`${file}.new`, JSON.stringify(kept));
      renameSync(`${file}.new`, file);
    },
  };
}

/** A digest of all files in these folders. */
export function sourcesDigest(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
      if (!/\.(?:ts|mjs)$/.test(name)) continue;
      hash
        .update(`${name}\0`)
        .update(readFileSync(join(folder, name)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
