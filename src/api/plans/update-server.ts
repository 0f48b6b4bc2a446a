import { z } from 'zod';
import { add } from '../../manage/add.ts';
import { findReferences } from '../../manage/find-references.ts';
import { inSteps } from '../../manage/plan/in-steps.ts';
import { keepingOwn } from '../../manage/plan/merge-client-fields.ts';
import { nameOf, type Target } from '../../manage/plan/target.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { clone, rename } from '../../manage/rename.ts';
import { update } from '../../manage/update.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { sameValue, type Value } from '../../model/value.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { FindingView, TargetRef } from '../contract/common.ts';
import type { Desk } from '../desk.ts';
import { restoreSecrets } from '../secrets/restore-secrets.ts';
import { sourcesOf } from '../secrets/sources-of.ts';
import { machineOf } from '../views/machine.ts';
import { pathView } from '../views/words.ts';
import { checkNewName, checkServer } from './check-server.ts';
import { draftSource } from './draft-source.ts';
import { name, present, server, source, targets } from './fields.ts';
import { namingField } from './naming-field.ts';
import type { OperationKind, OperationOf } from './operation.ts';
import { targetFrom, targetsIn } from './targets.ts';

type Update = OperationOf<'update'>;

/** Another definition, and perhaps another name, where a server stands; in files that do not have it, it is added. */
export const updateServer: OperationKind<Update> = {
  schema: z
    .object({ kind: z.literal('update'), name, renameTo: name.optional(), server, source, targets })
    .transform((operation) => present(operation) as Update),
  async build(operation, desk) {
    const { name: old, renameTo = old } = operation;
    const from = sourcesOf(desk).find(operation.source);
    const { kept, entry } = from;
    const origin = await draftSource(from, desk);
    const { name: _, ...wanted } = restoreSecrets(operation.server, kept);
    if (renameTo !== old) checkNewName(renameTo, 'renameTo');
    checkServer(renameTo, wanted, 'server');
    const present = await presentIn(old, operation.targets, desk);
    const steps = operation.targets.flatMap((ref) => {
      const isOwn = entry !== undefined && isSamePlace(ref, entry);
      const change = (now: Server): Server => (isOwn ? wanted : keepingOwn(wanted, now));
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
    const places = operation.targets.map((ref) => nameOf(targetFrom(ref))).join(', ');
    const title = renameTo === old ? `change ${old} in ${places}` : `change ${old}, now ${renameTo}, in ${places}`;
    const plan = await inSteps(desk.host, title, steps);
    if (renameTo === old) return plan;
    return { ...plan, diagnostics: [...plan.diagnostics, ...(await findReferences(desk.host, old))] };
  },
  narrow: async (operation, paths, { host }) => ({
    ...operation,
    targets: await targetsIn(operation.targets, paths, host),
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
  if (!isThere) return [async (host) => namingField('renameTo', add(host, to, wanted, [target], 'fail', origin))];
  return [
    ...(from === to ? [] : [async (host: Host) => namingField('renameTo', rename(host, from, to, [target]))]),
    async (host) => update(host, to, change, [target], origin),
  ];
}

async function presentIn(named: string, refs: readonly TargetRef[], desk: Desk): Promise<Set<string>> {
  const { names } = await machineOf(desk)();
  const there = names.get(named) ?? [];
  return new Set(refs.filter((ref) => there.some((one) => isSamePlace(one, ref))).map(keyOf));
}

function isSamePlace(a: TargetRef, b: TargetRef): boolean {
  return a.client === b.client && a.scope === b.scope && a.variant === b.variant;
}

function keyOf({ client, scope, variant }: TargetRef): string {
  return JSON.stringify([client, scope, variant]);
}

/** Somebody else has changed the definition while it was being edited; writing would take that back. */
async function changedSince({ name: named, source: from }: Update, desk: Desk): Promise<FindingView[]> {
  const { entry, server: before } = sourcesOf(desk).find(from);
  const { names } = await machineOf(desk)();
  const now = entry && names.get(named)?.find((one) => isSamePlace(one, entry));
  if (!now || sameValue(now.server as Value, before as Value)) return [];
  const file = pathView(now.file, desk.host);
  const message = `${named} in ${file.short} has been changed by something else since it was opened here; that would be replaced.`;
  return [{ code: 'changed-since', severity: 'warning', message, file }];
}

type Clone = OperationOf<'clone'>;

/** A second server with the same definition. */
export const cloneServer: OperationKind<Clone> = {
  schema: z.object({ kind: z.literal('clone'), name, as: name, targets }),
  async build({ name: from, as, targets: refs }, { host }) {
    checkNewName(as, 'as');
    return namingField('as', clone(host, from, as, refs.map(targetFrom)));
  },
  narrow: async (operation, paths, { host }) => ({
    ...operation,
    targets: await targetsIn(operation.targets, paths, host),
  }),
};
