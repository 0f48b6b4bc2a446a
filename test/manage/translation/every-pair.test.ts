import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument, shapeOf } from '../../../src/clients/read-document.ts';
import { readEntry } from '../../../src/clients/read-entry.ts';
import { clients } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import { checkEntry } from '../../../src/discovery/checks/check-entry.ts';
import { loadFormat } from '../../../src/formats/index.ts';
import { translate, type Translation } from '../../../src/manage/translation/translate.ts';
import { validateText } from '../../../src/manage/validate-text.ts';
import { describe as inWords, isError } from '../../../src/model/diagnostics/diagnostic.ts';
import type { Server } from '../../../src/model/server.ts';
import { isMap, sameValue, setOwn, type Value, valueAt, type ValueMap } from '../../../src/model/value.ts';
import { collect } from '../../../src/validate/report.ts';
import { differences, meaning } from '../../clients/support/differences.ts';
import { propertyRuns, propertySeed } from '../../support/property-runs.ts';
import { all, keysOf, oddValues, placeIn, soundEntries, textOf } from './support/native-texts.ts';

/** Refused with a place and a way out, or translated so that nothing is gone unsaid. */
async function expectSound(from: Client, to: Client, text: string, count: number): Promise<boolean> {
  const translation = await translate(text, from, to).catch(refusalOfFormat);
  if (!translation) return false;
  const told = { from: from.id, to: to.id, text };
  const isRefused = translation.diagnostics.some(isError) || translation.text === '';
  if (isRefused) expectRefused(translation, told);
  else await expectAccounted(translation, to, count, told);
  return !isRefused;
}

/** A format that cannot hold a value at all says so, and names it. */
function refusalOfFormat(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'value-inexpressible', message: expect.stringContaining('odd') });
}

function expectRefused({ diagnostics, text, servers }: Translation, told: object): void {
  expect({ text, servers }).toEqual({ text: '', servers: {} });
  expect({ ...told, count: diagnostics.length }).not.toMatchObject({ count: 0 });
  for (const issue of diagnostics.filter(isError)) {
    expect({ ...told, issue }).toMatchObject({ issue: { range: { start: { line: expect.any(Number) } } } });
    expect({ code: issue.code, ...inWords(issue) }).toMatchObject({ fix: expect.any(String) });
  }
}

async function expectAccounted(translation: Translation, to: Client, count: number, told: object): Promise<void> {
  const { text, losses, unwritten, servers, companions } = translation;
  const place = placeIn(to);
  const errors = (await validateText('out', text, { client: to, place })).filter(isError);
  expect({ ...told, out: text, errors: errors.map(inWords) }).toMatchObject({ errors: [] });
  const root = (await loadFormat(formatOf(to))).parse(text).value;
  const written = readDocument(to, root, place);
  const skipped = losses.filter(({ field }) => field === 'entry').length;
  const kept = to === translation.from ? othersIn(to, root) : 0;
  const accounted = written.length + unwritten.length + skipped + kept;
  expect({ ...told, out: text, accounted }).toMatchObject({ accounted: count });
  for (const { name, server } of written) {
    const declared = losses.filter((loss) => loss.server === name).map(({ field }) => field);
    const off = companions.some((companion) => companion.text.includes(name)) ? { disabled: true } : {};
    const gone = differences(meaningOf(servers[name] as Server), meaningOf({ ...server, ...off })).filter(
      // Beside "disabled", a second word for the switch says nothing.
      (path) => path !== 'enabled' && !declared.some((field) => isAbout(field, path)),
    );
    expect({ ...told, out: text, losses, gone }).toMatchObject({ gone: [] });
  }
}

/** Entries of another kind, which stay in a file of the same client. */
function othersIn(client: Client, root: Value | undefined): number {
  const shape = shapeOf(client, root);
  const container = valueAt(root, shape.at);
  const natives = isMap(container) ? Object.values(container) : [];
  return natives.filter((native) => isMap(native) && shape.isServer?.(native) === false).length;
}

function isAbout(field: string, path: string): boolean {
  return path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`);
}

function meaningOf(server: Server): Value {
  return meaning({
    ...server,
    transport: server.transport ?? (server.url && !server.command ? 'http' : 'stdio'),
  } as Value);
}

function formatOf(client: Client): 'json' | 'jsonc' | 'toml' | 'yaml' {
  return client.locations.find(({ scope }) => scope === placeIn(client).scope)?.format ?? 'json';
}

function withKey(entry: ValueMap, key: string, value: Value): ValueMap {
  const changed: ValueMap = { ...entry };
  setOwn(changed, key, value);
  return changed;
}

/** One thing in the place of a server, which is none or a strange one. */
const strangers: readonly (readonly [string, Value])[] = [
  ...oddValues.map((value) => ['odd', value] as const),
  ['', { command: 'x' }],
  ['a b', { command: 'x' }],
  ['__proto__', { command: 'x' }],
  ['constructor', { command: 'x' }],
  ['x'.repeat(101), { command: 'x' }],
  ['both', { command: 'x', url: 'https://example.com' }],
  ['neither', { args: ['x'] }],
  ['empty', {}],
  ['typeless', { command: 'x', type: null }],
  ['typeless', { url: 'https://example.com', transport: null }],
];

describe('from every client to every client', () => {
  it.each(strangers)('an entry %j: %j beside a good one is refused, or accounted for', async (name, value) => {
    for (const from of all) {
      const [good] = soundEntries(from);
      const text = textOf(from, [
        ['good', good as ValueMap],
        [name, value],
      ]);
      if (text === undefined) continue;
      // Invalid text is rejected before the target is considered.
      for (const to of all) if (!(await expectSound(from, to, text, 2))) break;
    }
  });

  it('any field of any kind is refused, or accounted for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...all).chain((from) =>
          fc.tuple(
            fc.constant(from),
            fc.constantFrom(...soundEntries(from)),
            fc.array(fc.tuple(fc.constantFrom(...keysOf(from)), fc.constantFrom(...oddValues)), {
              minLength: 1,
              maxLength: 2,
            }),
          ),
        ),
        fc.constantFrom(...all),
        async ([from, sound, changes], to) => {
          const entry = changes.reduce((changed, [key, value]) => withKey(changed, key, value), sound);
          const text = textOf(from, [
            ['good', sound],
            ['odd', entry],
          ]);
          if (text !== undefined) await expectSound(from, to, text, 2);
        },
      ),
      { numRuns: propertyRuns, seed: propertySeed },
    );
  });

  it.each([0.0004, 0.5, 1.25, 3601, 1e7, 1e13])(
    'a timeout of %d seconds is written as the client takes it',
    async (timeout) => {
      const text = textOf(clients.canonical, [['timed', { transport: 'stdio', command: 'run', timeout }]]) as string;
      const refusing = [];
      for (const to of all) if (!(await expectSound(clients.canonical, to, text, 1))) refusing.push(to.id);
      expect(refusing).toEqual([]);
    },
  );

  it('500 servers arrive, all of them', async () => {
    for (const from of all) {
      const [good] = soundEntries(from);
      const text = textOf(
        from,
        Array.from({ length: 500 }, (_, index) => [`s${index}`, good as ValueMap] as const),
      );
      const to = all[(all.indexOf(from) + 1) % all.length] as Client;
      await expectSound(from, to, text as string, 500);
    }
  });
});

/** Such a value may mean the same as none. */
function isEmpty(value: Value): boolean {
  if (value === null || value === false || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isMap(value) && Object.keys(value).length === 0;
}

/** Whether a value under this key leaves no trace, neither in the server nor among the issues. */
function isSilent(client: Client, sound: ValueMap, key: string, value: Value): boolean {
  const shape = shapeOf(client, undefined);
  const native = withKey(sound, key, value);
  if (shape.isServer?.(native) === false || [shape.nameKey, shape.listBy].includes(key)) return false;
  const { [key]: _, ...without } = sound;
  const read = readEntry(client, shape, native);
  const { issues, report } = collect();
  checkEntry(client, shape, { name: 'odd', path: ['odd'], native, ...read }, report);
  return issues.length === 0 && sameValue(read.server as Value, readEntry(client, shape, without).server as Value);
}

it.each(all.map((client) => [client.id, client] as const))(
  'reading %s passes over no value in silence',
  (_id, client) => {
    const silent = soundEntries(client).flatMap((sound) =>
      keysOf(client).flatMap((key) =>
        oddValues
          .filter((value) => !isEmpty(value) && isSilent(client, sound, key, value))
          .map((value) => [key, value]),
      ),
    );
    expect(silent).toEqual([]);
  },
);
