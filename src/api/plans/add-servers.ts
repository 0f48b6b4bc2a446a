import * as z from 'zod';
import { add } from '../../manage/add.ts';
import { type OutsideText, outsideTexts, typedAgain, typedIn } from '../../manage/outside/outside-text.ts';
import { MOST_SERVERS } from '../../manage/paste/read-servers.ts';
import { inSteps, withBrought } from '../../manage/plan/in-steps.ts';
import { titleOf } from '../../manage/plan/target.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { count } from '../../model/count.ts';
import { secretsIn } from '../../model/secrets/plain-secrets.ts';
import type { Server } from '../../model/server.ts';
import { intoVault } from '../../secrets/migrate/into-vault.ts';
import { defaultVault } from '../../secrets/vaults/open-vault.ts';
import type { Brought, Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { IssueView } from '../contract/common.ts';
import { restoreSecrets } from '../secrets/restore-secrets.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { machineOf } from '../views/machine.ts';
import { checkNewName, checkServer } from './check-server.ts';
import { draftSource } from './draft-source.ts';
import { newServer, present, targets, tooMany } from './fields.ts';
import { note } from './note.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom, targetsIn } from './targets.ts';
import { withErrorField } from './with-error-field.ts';

type Add = OperationOf<'add'>;

/** Adds new servers to one or several files. */
export const addServers: OperationKind<Add> = {
  schema: z
    .object({
      kind: z.literal('add'),
      servers: z.array(newServer).min(1, 'nothing to add').max(MOST_SERVERS, tooMany(MOST_SERVERS)),
      targets,
      conflict: z.enum(['fail', 'skip', 'overwrite']).optional(),
      vault: z.boolean().optional(),
    })
    .transform((operation) => present(operation) as Add),
  async build({ servers, targets: refs, conflict = 'fail', vault = false }, api) {
    const places = refs.map(targetFrom);
    const read = await Promise.all(servers.map((_, index) => serverAt(servers, index, api)));
    const names = read.map(({ name }) => name);
    const steps = read.map(
      ({ name, server, field, source, outside }) =>
        (host: ApiContext['host']) =>
          withErrorField(`${field}.name`, add(host, name, server, places, conflict, source, outside)),
    );
    const addOn = async (host: ApiContext['host']): Promise<Plan> => {
      const plan = await inSteps(host, `add ${names.join(', ')} to ${titleOf(places)}`, steps);
      return read.reduce((made, { brought }) => (brought ? withBrought(made, brought) : made), plan);
    };
    return vault ? intoVault(api.host, names, places, addOn) : addOn(api.host);
  },
  async notes({ servers, vault }, api): Promise<IssueView[]> {
    const read = await Promise.all(servers.map((_, index) => serverAt(servers, index, api)));
    const found = read.reduce((sum, { server }) => sum + secretsIn(server).length, 0);
    if (found === 0) return [];
    if (vault)
      return [
        note('secrets-stored', 'info', `The vault "${await defaultVault(api.host)}" gets ${count(found, 'secret')}.`),
      ];
    return [note('add-plain-secrets', 'warning', `${count(found, 'secret')} would be written in plain text.`)];
  },
  narrow: async (operation, paths, { host }) => ({
    ...operation,
    targets: await targetsIn(operation.targets, paths, host),
  }),
};

interface Read {
  readonly name: string;
  readonly server: Server;
  readonly field: string;
  readonly source: ProjectSource | undefined;
  readonly brought: Brought | undefined;
  readonly outside: OutsideText | undefined;
}

async function serverAt(servers: Add['servers'], index: number, api: ApiContext): Promise<Read> {
  const { name, server: shown, source } = servers[index] as Add['servers'][number];
  const field = `servers.${index}`;
  const { names } = await machineOf(api)();
  if (!names.has(name)) checkNewName(name, `${field}.name`);
  const from = source === undefined ? undefined : sourcesOf(api).find(source, `${field}.source`);
  const { name: _, ...server } = restoreSecrets(shown, from?.kept, `${field}.server`);
  checkServer(name, server, `${field}.server`);
  const typed = from ? typedIn(server, from.server) : server;
  const texts = from?.brought ? await outsideTexts(api.host, [from], { typed }) : undefined;
  const outside = from ? texts?.get(from.name) : await typedAgain(api.host, server);
  return { name, server, field, source: await draftSource(from, api), brought: from?.brought, outside };
}
