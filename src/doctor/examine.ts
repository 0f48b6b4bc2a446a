import { setImmediate } from 'node:timers/promises';
import type { ClientId } from '../clients/registry.ts';
import { discover } from '../discovery/discover.ts';
import { isError } from '../model/diagnostics/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { arrange } from './arrange.ts';
import { checks } from './checks/index.ts';
import { withConsequence } from './consequences.ts';
import { createDoctorContext } from './doctor-context.ts';
import type { Examination, Issue } from './types.ts';

export interface ExamineOptions {
  /** Clients to check; by default all installed ones. */
  readonly clients?: readonly ClientId[];
  /** Only issues of servers with these names, and issues that could hide them. */
  readonly names?: readonly string[];
}

/**
 * Returns all issues with the servers of this user and of the current project. Read-only: it starts nothing, contacts
 * nothing and runs no value command.
 */
export async function examine(host: Host, options: ExamineOptions = {}): Promise<Examination> {
  const { clients, names } = options;
  const discovery = await discover(host, clients ? { clients } : {});
  const context = await createDoctorContext(host, discovery, clients);
  const found: Issue[] = [];
  for (const check of checks) {
    for (const issue of await check(context)) found.push(issue);
    // With many servers each check takes a while, and the web page has other requests to serve.
    await setImmediate();
  }
  const all = arrange(found).map(withConsequence);
  const entries = context.entries.map(({ entry }) => JSON.stringify([entry.file, entry.path]));
  return {
    issues: names ? all.filter((issue) => isAbout(issue, names)) : all,
    files: new Set(context.clients.flatMap(({ files }) => files.map(({ path }) => path))).size + context.sets.files,
    servers: new Set(entries).size,
  };
}

/** An unreadable file may define the requested server. */
function isAbout(issue: Issue, names: readonly string[]): boolean {
  return issue.server === undefined ? isError(issue) : names.includes(issue.server);
}
