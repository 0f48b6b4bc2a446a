import { z } from 'zod';
import { clients } from '../../clients/registry.ts';
import { findEverywhere } from '../../manage/found-servers.ts';
import { importFound } from '../../manage/import-found.ts';
import { notFound } from '../../manage/no-such-server.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { FindingView } from '../contract/common.ts';
import { sanitized } from '../views/words.ts';
import { names, present } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type Import = OperationOf<'import'>;

/** Imports client servers into the catalog. Existing catalog entries are kept, and conflicting ones are skipped. */
export const importServers: OperationKind<Import> = {
  schema: z
    .object({ kind: z.literal('import'), names: names.optional(), clients: z.array(z.string()).optional() })
    .transform((operation) => present(operation) as Import),
  build: async (operation, api): Promise<Plan> => (await imported(operation, api)).plan,
  async notes(operation, api): Promise<FindingView[]> {
    const { imports } = await imported(operation, api);
    return imports.flatMap(({ name, outcome, why }): FindingView[] => {
      if (outcome === 'written' || outcome === 'same') return [];
      const message = sanitized(`Skipped ${name}: ${why ?? 'it cannot be imported as it is'}.`);
      return [{ code: `import-${outcome}`, severity: 'warning', message }];
    });
  },
};

async function imported(
  { names: wanted, clients: ids }: Import,
  { host }: ApiContext,
): Promise<Awaited<ReturnType<typeof importFound>>> {
  const finds = await findEverywhere(host);
  const { servers } = finds;
  const missing = wanted?.find((name) => !servers.some((one) => one.name === name));
  if (missing !== undefined) throw notFound(missing, finds);
  const chosen = servers.filter(({ name, from }) => (wanted?.includes(name) ?? true) && (ids?.includes(from) ?? true));
  return importFound(host, chosen, [{ client: clients.canonical, scope: 'user' }], { conflict: 'skip' });
}
