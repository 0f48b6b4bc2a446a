import * as z from 'zod';
import { add } from '../../manage/add.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { mergeClientFields } from '../../manage/plan/merge-client-fields.ts';
import { titleOf, type Target } from '../../manage/plan/target.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { changeReferences } from '../../manage/references/change-references.ts';
import { clone, RENAME, renameEntries } from '../../manage/rename.ts';
import { update } from '../../manage/update.ts';
import type { Host } from '../../model/host.ts';
import { sameMeaning } from '../../model/same-meaning.ts';
import type { Server } from '../../model/server.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { IssueView, TargetRef } from '../contract/common.ts';
import { restoreSecrets } from '../secrets/restore-secrets.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { machineOf } from '../views/machine.ts';
import { pathView } from '../views/words.ts';
import { checkNewName, checkServer } from './check-server.ts';
import { draftSource } from './draft-source.ts';
import { name, present, references, server, source, targets } from './fields.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom, targetsIn } from './targets.ts';
import { withErrorField } from './with-error-field.ts';

type Update = OperationOf<'update'>;

/** Changes a definition, and optionally its name, in files that have the server; adds it to the others. */
export const updateServer: OperationKind<Update> = {
  schema: z
    .object({ kind: z.literal('update'), name, renameTo: name.optional(), server, source, targets, references })
    .transform((operation) => present(operation) as Update),
  async build(operation, api) {
    const { name: old, renameTo = old } = operation;
    const from = sourcesOf(api).find(operation.source);
    const { kept, entry } = from;
    const origin = await draftSource(from, api);
    const { name: _, ...wanted } = restoreSecrets(operation.server, kept);
    if (renameTo !== old) checkNewName(renameTo, 'renameTo');
    checkServer(renameTo, wanted, 'server');
    const present = await presentIn(old, operation.targets, api);
    const steps = operation.targets.flatMap((ref) => {
      const isOwn = entry !== undefined && isSamePlace(ref, entry);
      const change = (now: Server): Server => (isOwn ? wanted : mergeClientFields(wanted, now));
      const isThere = present.has(keyOf(ref));
      return stepsIn(targetFrom(ref), {
        from: old,
        to: renameTo,
        wanted,
        change,
        isThere,
        origin: isOwn ? undefined : origin,
      });
    });
    const places = titleOf(operation.targets.map(targetFrom));
    const title = renameTo === old ? `change ${old} in ${places}` : `change ${old}, now ${renameTo}, in ${places}`;
    const { references: change = false } = operation;
    const follow = async (host: Host): Promise<Plan> => changeReferences(host, { name: old, to: renameTo, change });
    if (renameTo === old) return inSteps(api.host, title, steps);
    return { ...(await inSteps(api.host, title, [...steps, follow])), action: RENAME };
  },
  narrow: async (operation, paths, { host }) => ({
    ...operation,
    targets: await targetsIn(operation.targets, paths, host),
    ...(operation.references && { references: paths }),
  }),
  notes: changedSince,
};

interface Step {
  readonly from: string;
  readonly to: string;
  readonly wanted: Server;
  readonly change: (now: Server) => Server;
  readonly isThere: boolean;
  readonly origin: ProjectSource | undefined;
}

function stepsIn(
  target: Target,
  { from, to, wanted, change, isThere, origin }: Step,
): ((host: Host) => Promise<Plan>)[] {
  if (!isThere) return [async (host) => withErrorField('renameTo', add(host, to, wanted, [target], 'fail', origin))];
  return [
    ...(from === to ? [] : [async (host: Host) => withErrorField('renameTo', renameEntries(host, from, to, [target]))]),
    async (host) => update(host, to, change, [target], origin),
  ];
}

async function presentIn(named: string, refs: readonly TargetRef[], api: ApiContext): Promise<Set<string>> {
  const { names } = await machineOf(api)();
  const there = names.get(named) ?? [];
  return new Set(refs.filter((ref) => there.some((one) => isSamePlace(one, ref))).map(keyOf));
}

function isSamePlace(a: TargetRef, b: TargetRef): boolean {
  return a.client === b.client && a.scope === b.scope && a.variant === b.variant;
}

function keyOf({ client, scope, variant }: TargetRef): string {
  return JSON.stringify([client, scope, variant]);
}

/** The definition changed while it was being edited; writing would overwrite that. */
async function changedSince({ name: named, source: from }: Update, api: ApiContext): Promise<IssueView[]> {
  const { entry, server: before } = sourcesOf(api).find(from);
  const { names } = await machineOf(api)();
  const now = entry && names.get(named)?.find((one) => isSamePlace(one, entry));
  if (!now || sameMeaning(now.server, before)) return [];
  const file = pathView(now.file, api.host);
  const message = `${named} in ${file.short} changed on disk since you opened it; that change would be overwritten.`;
  return [{ code: 'changed-since', severity: 'warning', message, file }];
}

type Clone = OperationOf<'clone'>;

/** Duplicates a server under another name. */
export const cloneServer: OperationKind<Clone> = {
  schema: z.object({ kind: z.literal('clone'), name, as: name, targets }),
  async build({ name: from, as, targets: refs }, { host }) {
    checkNewName(as, 'as');
    const places = refs.map(targetFrom);
    const plan = await withErrorField('as', clone(host, from, as, places));
    return { ...plan, title: `duplicate ${from} as ${as} in ${titleOf(places)}` };
  },
  narrow: async (operation, paths, { host }) => ({
    ...operation,
    targets: await targetsIn(operation.targets, paths, host),
  }),
};
