import { clients } from '../../src/clients/registry.ts';
import { splitPackage } from '../cache.ts';
import { claimedVersion, type KnownTestClient, programVersion } from '../clients.ts';
import type { ClientReport, Outcome } from './outcome.ts';

/** What one verification needs from outside. */
export interface Steps {
  /** The version of this package to ask. */
  version(client: KnownTestClient): Promise<string>;
  /** The outcome of an earlier run for the same version and sources. */
  earlier(id: string, version: string): Outcome | undefined;
  /** Installs and asks the client in this version; throws if that is impossible. */
  ask(client: KnownTestClient, version: string): Promise<Outcome>;
  /** Keeps an outcome for the next run. */
  keep(id: string, version: string, outcome: Outcome): void;
  /** Why no other client can be asked, such as the time being over. */
  stop(): string | undefined;
  /** Called after each client, so that an interrupted run has told what it saw. */
  tell(report: ClientReport): void;
}

/** Asks one client after the other. What one of them does wrong does not stop the others. */
export async function verifyAll(wanted: readonly KnownTestClient[], steps: Steps): Promise<ClientReport[]> {
  const reports: ClientReport[] = [];
  for (const client of wanted) {
    const report = await verifyOne(client, steps);
    reports.push(report);
    steps.tell(report);
  }
  return reports;
}

async function verifyOne(client: KnownTestClient, steps: Steps): Promise<ClientReport> {
  const { id } = client;
  const claimed = { version: claimedVersion(id), on: clients[id].verified.on };
  const base = { id, package: splitPackage(client.packages[0]).name, claimed };
  let asked: string | undefined;
  try {
    const version = await steps.version(client);
    asked = programVersion(id, version);
    const earlier = steps.earlier(id, version);
    if (earlier) return { ...base, asked, outcome: earlier, earlier: true };
    const stop = steps.stop();
    if (stop !== undefined) return { ...base, asked, outcome: { kind: 'not-asked', why: stop } };
    const outcome = await steps.ask(client, version);
    steps.keep(id, version, outcome);
    return { ...base, asked, outcome };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...base, ...(asked !== undefined && { asked }), outcome: { kind: 'not-asked', why } };
  }
}
