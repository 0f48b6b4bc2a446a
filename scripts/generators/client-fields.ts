import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { targetKeysOf } from '../../src/clients/write-rest.ts';
import { canonicalFields } from '../../src/model/fields/canonical-fields.ts';
import type { ClientField, TrustForm } from '../../src/model/fields/client-field.ts';
import type { Generator } from './generator.ts';

/** Canonical fields whose keys neither run nor trust anything, so that a value of another type there does neither. */
const harmless = ['name', 'transport', 'disabled', 'timeout', 'retries', 'platforms', 'tools', 'title', 'description'];

/** Words about a server that people write beside it; no client reads them. */
const comments =
  '$schema // # _comment comment comments note notes icon label category tags author license homepage metadata'.split(
    ' ',
  );

/** A table in `model`, because fingerprints and policies must not load the definitions of all clients. */
export const clientFieldsFile: Generator = {
  path: 'src/model/fields/client-fields.ts',
  content: () =>
    [
      '// Generated from src/clients/definitions/ by `npm run generate`.',
      "import type { ClientField } from './client-field.ts';",
      '',
      '/** What a key of an entry does, by its name; a key that is not here is unknown. */',
      'export const clientFields: Readonly<Record<string, ClientField>> = {',
      ...[...fieldsOf(Object.values(clients))]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, field]) => `  ${JSON.stringify(key)}: ${JSON.stringify(field)},`),
      '};',
      '',
    ].join('\n'),
};

/** A key that means different things to several clients has all of these meanings. */
function fieldsOf(all: readonly Client[]): Map<string, ClientField> {
  const fields = new Map<string, ClientField>();
  const add = (key: string, client: Client | undefined, more: Omit<ClientField, 'clients'>): void => {
    const known = fields.get(key) ?? { clients: [] };
    const trusts = known.trusts && more.trusts ? bothForms(known.trusts, more.trusts) : (more.trusts ?? known.trusts);
    const names = client && !known.clients.includes(client.name) ? [...known.clients, client.name] : known.clients;
    fields.set(key, { ...known, ...more, ...(trusts && { trusts }), clients: names });
  };
  for (const key of comments) add(key, undefined, {});
  for (const client of all) {
    for (const [key, executes] of Object.entries(client.executes ?? {})) add(key, client, { executes });
    for (const [key, trusts] of Object.entries(client.trusts ?? {})) add(key, client, { trusts });
    for (const key of client.reads ?? []) add(key, client, { reads: true });
    if (client.inputs) add('inputs', client, { executes: 'prompts' });
    const settings = client.shapes.flatMap(({ lenses }) =>
      lenses.flatMap(({ fields: of, keys }) => (of.every((field) => harmless.includes(field)) ? keys : [])),
    );
    for (const key of targetsOf(client))
      add(key, Object.hasOwn(canonicalFields, key) ? undefined : client, { reads: true, isTarget: true });
    for (const key of [...(client.ownKeys ?? []), ...settings]) add(key, undefined, {});
  }
  return fields;
}

/** Keys that one of its shapes reads the address or the command from. */
function targetsOf({ shapes, verbatim }: Client): string[] {
  return verbatim ? [] : shapes.flatMap(targetKeysOf);
}

/** What trusts nothing in both clients, or in the one that knows the word. */
function bothForms(one: TrustForm, other: TrustForm): TrustForm {
  const unless = [...new Set([...(one.unless ?? []), ...(other.unless ?? [])])];
  const listsTools = one.listsTools ?? other.listsTools;
  const truthy = one.truthy ?? other.truthy;
  return { ...(unless.length > 0 && { unless }), ...(listsTools && { listsTools }), ...(truthy && { truthy }) };
}
