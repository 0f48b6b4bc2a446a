import * as z from 'zod';
import { type PlannedInstall, planInstall } from '../../manage/registry/plan-install.ts';
import { warningWords } from '../../manage/registry/warning-words.ts';
import type { Host } from '../../model/host.ts';
import type { IssueView } from '../contract/common.ts';
import { checkNewName } from './check-server.ts';
import { name, present, targets } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom, targetsIn } from './targets.ts';
import { withErrorField } from './with-error-field.ts';

type Install = OperationOf<'install'>;

const text = z.string().max(10_000);
const list = z.array(text).max(100);

/** Installs a server of an MCP registry, as `plugboard registry install` does. */
export const installServer: OperationKind<Install> = {
  schema: z
    .object({
      kind: z.literal('install'),
      registryName: name,
      version: z.string().max(255).optional(),
      registry: z.string().max(2000).optional(),
      offer: z.string().max(100).optional(),
      inputs: z.record(z.string().max(200), z.union([text, list])).optional(),
      as: name.optional(),
      targets,
      conflict: z.enum(['fail', 'overwrite']).optional(),
    })
    .transform((operation) => present(operation) as Install),
  build: async (operation, { host }) => (await planned(operation, host)).plan,
  narrow: async (operation, paths, { host }) => ({
    ...operation,
    targets: await targetsIn(operation.targets, paths, host),
  }),
  async notes(operation, { host }) {
    const { warnings, problem, found } = await planned(operation, host);
    const outdated: IssueView[] =
      problem === undefined
        ? []
        : [{ code: 'registry-unreachable', severity: 'warning', message: `${found.registry}: ${problem}` }];
    return [
      ...outdated,
      ...warnings.map((one): IssueView => ({ code: one.code, severity: 'warning', message: warningWords(one) })),
    ];
  },
};

async function planned(operation: Install, host: Host): Promise<PlannedInstall> {
  const { registryName, version, registry, offer, inputs = {}, as, targets: refs, conflict } = operation;
  if (as !== undefined) checkNewName(as, 'as');
  const request = present({ version, offer, as, conflict });
  return withErrorField(
    'as',
    planInstall(host, {
      ...request,
      name: registryName,
      ...(registry !== undefined && { registries: [registry] }),
      inputs: new Map(Object.entries(inputs).map(([id, value]) => [id, [value].flat()])),
      targets: refs.map(targetFrom),
    }),
  );
}
