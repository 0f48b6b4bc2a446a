import { diagnostic } from '../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../model/diagnostics/error.ts';
import type { Host } from '../model/host.ts';
import { configDirectory } from '../sets/config-directory.ts';
import { setsHere } from '../sets/sets-here.ts';
import type { Issue, ReadSets } from './types.ts';

export const noSets: ReadSets = { files: 0, issues: [] };

/** Reads the config sets. A directory that cannot be read is an issue; one that does not exist is not. */
export async function readSets(host: Host): Promise<ReadSets> {
  try {
    const { sets } = await setsHere(host);
    const issues = sets.flatMap(({ name, issues: found = [] }) =>
      found.map((issue): Issue => ({ ...issue, evidence: [`config set ${name}`] })),
    );
    return { files: sets.length, issues };
  } catch (error) {
    if (!(error instanceof PlugboardError)) throw error;
    const file = configDirectory(host);
    return {
      files: 0,
      issues: [{ ...diagnostic('config-sets-unreadable', reasonIn(error), { file }), evidence: [] }],
    };
  }
}

function reasonIn({ data, code }: PlugboardError): { reason: string } {
  if (code === 'config-directory-not-directory') return { reason: 'it is not a directory' };
  return { reason: 'reason' in data ? data.reason : '' };
}
