import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import type { Value } from '../../model/value.ts';
import { startedServers } from '../../store/policy/admit-servers.ts';
import { catalogPath } from '../../store/state/catalog-path.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import type { Plan } from '../../store/write/plan.ts';
import { referencesIn } from '../secrets/without-secrets.ts';

/**
 * Returns the plan with a warning per server of the user's catalog that would get secrets of the vault: what is there
 * counts as the user's own, so the person who consents must see it.
 */
export async function warnOfWantedSecrets(host: Host, plan: Plan): Promise<Plan> {
  const file = catalogPath(host, 'user');
  const change = plan.changes.find(({ path, after, link }) => path === file && after !== undefined && !link);
  if (!change) return plan;
  const { secrets } = await readVaultIndex(host);
  const known = new Set(secrets.map(({ name }) => name));
  const started = known.size === 0 ? [] : await startedServers(host, change);
  const found = started.flatMap(({ name, server }): Diagnostic[] => {
    const wanted = new Set(referencesIn(server as Value).flatMap((one) => (known.has(one.name) ? one.name : [])));
    return wanted.size === 0 ? [] : [diagnostic('secrets-wanted', { name, secrets: [...wanted].join(', ') }, { file })];
  });
  return { ...plan, diagnostics: [...plan.diagnostics, ...found] };
}
