import { setImmediate } from 'node:timers/promises';
import type { ClientId } from '../clients/registry.ts';
import { discover } from '../discovery/discover.ts';
import { isError } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { arrange } from './arrange.ts';
import { checks } from './checks/index.ts';
import { withConsequence } from './consequences.ts';
import { patientOf } from './patient.ts';
import type { Examination, Finding } from './types.ts';

export interface ExamineOptions {
  /** All that are on this machine when absent. */
  readonly clients?: readonly ClientId[];
  /** Only what is about servers of these names, and what could hide them. */
  readonly names?: readonly string[];
}

/**
 * Everything that is wrong, dangerous or not as it seems with the servers of the person at this machine and of the
 * project in the working directory. Only reads: it starts nothing, contacts nothing and runs no command for a value.
 */
export async function examine(host: Host, options: ExamineOptions = {}): Promise<Examination> {
  const { clients, names } = options;
  const discovery = await discover(host, clients ? { clients } : {});
  const patient = await patientOf(host, discovery, clients);
  const found: Finding[] = [];
  for (const check of checks) {
    for (const finding of await check(patient)) found.push(finding);
    // With many servers each check takes a while, and the page has other requests to answer.
    await setImmediate();
  }
  const all = arrange(found).map(withConsequence);
  const entries = patient.entries.map(({ entry }) => JSON.stringify([entry.file, entry.path]));
  return {
    findings: names ? all.filter((finding) => isAbout(finding, names)) : all,
    files: new Set(patient.clients.flatMap(({ files }) => files.map(({ path }) => path))).size + patient.sets.files,
    servers: new Set(entries).size,
  };
}

/** A file that cannot be read may hold the server that was asked for. */
function isAbout(finding: Finding, names: readonly string[]): boolean {
  return finding.server === undefined ? isError(finding) : names.includes(finding.server);
}
