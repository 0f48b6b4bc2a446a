import * as z from 'zod';
import { clients } from '../../clients/registry.ts';
import { findEverywhere } from '../../manage/found-servers.ts';
import { type ImportPlan, importFound } from '../../manage/import-found.ts';
import { type InvalidDefinition } from '../../manage/invalid-server.ts';
import { notFound } from '../../manage/no-such-server.ts';
import { count } from '../../model/count.ts';
import { describe } from '../../model/diagnostics/diagnostic.ts';
import { catalogId } from '../../model/origin.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { ApiContext } from '../api-context.ts';
import type { IssueView } from '../contract/common.ts';
import { type Machine, machineOf } from '../views/machine.ts';
import { names, present } from './fields.ts';
import { note } from './note.ts';
import type { OperationKind, OperationOf } from './operation.ts';

type Import = OperationOf<'import'>;

/** Imports client servers into the catalog. Existing catalog entries are kept, and conflicting ones are skipped. */
export const importServers: OperationKind<Import> = {
  schema: z
    .object({
      kind: z.literal('import'),
      names: names.optional(),
      clients: z.array(z.string()).optional(),
      withoutSecrets: z.boolean().optional(),
    })
    .transform((operation) => present(operation) as Import),
  build: async (operation, api): Promise<Plan> => (await imported(operation, api)).plan,
  async notes(operation, api): Promise<IssueView[]> {
    const found = await imported(operation, api);
    return [...secretNotes(found), ...skipped(found), ...(await unfound(operation, found, api))];
  },
};

interface Imported extends ImportPlan {
  /** Definitions that no client can use. */
  readonly invalid: readonly InvalidDefinition[];
}

async function imported(
  { names: wanted, clients: ids, withoutSecrets = false }: Import,
  api: ApiContext,
): Promise<Imported> {
  const { host } = api;
  const [finds, machine] = await Promise.all([findEverywhere(host), machineOf(api)()]);
  const { servers, invalid } = finds;
  const isFound = (name: string): boolean => servers.some((one) => one.name === name);
  // An invalid server is only skipped if another one can be imported.
  const mustBeValid = wanted !== undefined && !wanted.some(isFound);
  const missing = wanted?.find(
    (name) => !isFound(name) && (!machine.names.has(name) || (mustBeValid && invalid.some((one) => one.name === name))),
  );
  if (missing !== undefined) throw notFound(missing, finds);
  const chosen = servers.filter(({ name, from }) => (wanted?.includes(name) ?? true) && (ids?.includes(from) ?? true));
  const target = { client: clients.canonical, scope: 'user' } as const;
  return { ...(await importFound(host, chosen, [target], { conflict: 'skip', withoutSecrets })), invalid };
}

function secretNotes({ plainSecrets, variables }: Imported): IssueView[] {
  if (plainSecrets > 0)
    return [
      note('import-plain-secrets', 'warning', `${count(plainSecrets, 'secret')} would be written in plain text.`),
    ];
  if (variables.length === 0) return [];
  return [note('import-variables', 'info', `Set these variables before you use the servers: ${variables.join(', ')}.`)];
}

function skipped({ imports }: Imported): IssueView[] {
  const same = imports.filter(({ outcome }) => outcome === 'same').map(({ name }) => name);
  const others = imports.filter(({ outcome }) => outcome !== 'written' && outcome !== 'same');
  return [
    ...others.map(({ name, outcome, why }) =>
      note(`import-${outcome}`, 'warning', `Skipped ${name}: ${why ?? 'it cannot be imported as it is'}.`),
    ),
    ...(same.length > 0 ? [note('import-same', 'info', `Already in the catalog: ${same.join(', ')}.`)] : []),
  ];
}

/** Servers that the page lists, but that no client uses. */
async function unfound(
  { names: wanted }: Import,
  { imports, invalid }: Imported,
  api: ApiContext,
): Promise<IssueView[]> {
  const machine = await machineOf(api)();
  const told = new Set(imports.map(({ name }) => name));
  const reasons = new Map(invalid.map(({ name, errors: [first] }) => [name, first && describe(first).message]));
  const all = new Set([...machine.names.keys(), ...reasons.keys()]);
  return [...all]
    .filter((name) => !told.has(name) && (wanted?.includes(name) ?? true) && !isInCatalog(name, machine))
    .map((name) =>
      note('import-unused', 'warning', `Skipped ${name}: ${reasons.get(name) ?? reasonOf(name, machine)}.`),
    );
}

function isInCatalog(name: string, { names: listed }: Machine): boolean {
  return listed.get(name)?.some(({ client }) => client === catalogId) ?? false;
}

function reasonOf(name: string, { names: listed }: Machine): string {
  const isIgnored = listed.get(name)?.every(({ shadowed }) => shadowed?.why === 'not-read');
  return isIgnored ? 'its client ignores the file that defines it' : 'no client uses it';
}
