import { sharedFileReader } from '../../clients/well-known.ts';
import { trustIn } from '../../discovery/checks/trust-checks.ts';
import type { DiscoveredClient, Verdict } from '../../discovery/types.ts';
import { issueOn } from '../issue.ts';
import { nameList } from '../name-list.ts';
import type { Check, Issue, DoctorContext } from '../types.ts';

/**
 * Reports servers that are inactive until the user trusts the project. Their definition is valid, so this is never an
 * error.
 */
export const trust: Check = async (context) => {
  // No program owns a shared file, so none asks for trust.
  const asking = context.clients.filter(({ client }) => client.id !== sharedFileReader);
  return (await Promise.all(asking.map((client) => judge(context, client)))).flat();
};

async function judge({ host }: DoctorContext, found: DiscoveredClient): Promise<Issue[]> {
  const { client, names } = found;
  const gated = names.filter(({ active, disabled, needsTrust }) => active && !disabled && needsTrust !== undefined);
  if (gated.length === 0) return [];
  const isTrusted = await trustIn(host, client);
  const waiting = gated.filter(({ name }) => isTrusted(name) !== true);
  const [first] = waiting;
  if (!first?.active || first.needsTrust === undefined) return [];
  const { active: entry, merged, needsTrust: how } = first;
  const { server: _, ...issue } = issueOn({ entry, parts: merged ?? [entry] }, 'trust-missing', {
    client: client.name,
    how,
  });
  return [{ ...issue, evidence: [`servers of the project: ${nameList(waiting.map(nameOf))}`] }];
}

function nameOf({ name }: Verdict): string {
  return name;
}
