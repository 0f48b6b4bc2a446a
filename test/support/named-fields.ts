import { demands } from '../../src/clients/demands.ts';
import { shapeOf } from '../../src/clients/read-document.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
import type { ExecutedForm, TrustForm } from '../../src/model/fields/client-field.ts';
import type { Value, ValueMap } from '../../src/model/value.ts';

/** A key that a definition of a client names, with an entry that it can be added to and two values with an effect. */
export interface NamedField {
  readonly client: Client;
  readonly key: string;
  readonly effect: 'executes' | 'trusts' | 'reads';
  readonly native: ValueMap;
  readonly others: readonly [Value, Value];
}

const executed: Readonly<Record<ExecutedForm, readonly [Value, Value]>> = {
  line: ['marked one', 'marked two'],
  command: [
    { args: ['one'], command: 'marked' },
    { args: ['two'], command: 'marked' },
  ],
  arguments: [{ args: ['one'] }, { args: ['two'] }],
  value: ['!marked one', '!marked two'],
  settings: [{ debug: { debugpyPath: '/marked/one' } }, { debug: { debugpyPath: '/marked/two' } }],
  prompts: [{ A: { id: 'a', type: 'command' } }, { B: { id: 'b', type: 'command' } }],
};

/** Every key of every client that is run, trusted or read. A new one is here as soon as a definition names it. */
export const namedFields: readonly NamedField[] = Object.values<Client>(clients).flatMap((client) => {
  const of = (key: string, effect: NamedField['effect'], others: NamedField['others']): NamedField => ({
    client,
    key,
    effect,
    native: entryOf(client, key),
    others,
  });
  return [
    ...Object.entries(client.executes ?? {}).map(([key, form]) => of(key, 'executes', executed[form])),
    ...Object.entries(client.trusts ?? {}).map(([key, form]) => of(key, 'trusts', trusted(form))),
    ...(client.reads ?? []).map((key) => of(key, 'reads', ['marked one', 'marked two'])),
  ];
});

function trusted(form: TrustForm): readonly [Value, Value] {
  return form.only === undefined ? [{ one: 'allow' }, { two: 'allow' }] : [false, ['one']];
}

/** An entry that the client accepts with the key. */
function entryOf(client: Client, key = ''): ValueMap {
  const beside = demands[client.id as keyof typeof demands]?.excluded?.['command'] ?? [];
  const isStarted = client.transports.includes('stdio') && !beside.includes(key);
  const server = isStarted ? { command: 'marked-server', args: ['x'] } : { url: 'https://marked-server.example/mcp' };
  return writeEntry(client, shapeOf(client, undefined), 'one', server, { scope: 'user' }).native ?? {};
}
