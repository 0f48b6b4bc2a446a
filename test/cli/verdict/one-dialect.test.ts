import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import { askInProcess } from '../support/in-process.ts';
import { machine } from '../support/machine.ts';

const texts = {
  'a trailing comma after the last server': (text: string): string => text.replace(/\}(\s*\}\s*\})$/, '},$1'),
  'a trailing comma after the servers': (text: string): string => text.replace(/\}\s*$/, ',}'),
  'a byte order mark': (text: string): string => `\ufeff${text}`,
  'a comment': (text: string): string => `// mine\n${text}`,
};

interface Place {
  readonly id: string;
  readonly scope: 'user' | 'project';
}

/** The places of all clients with JSON files that have a server in them. */
const places = Object.values<Client>(clients).flatMap(({ id, locations, verbatim }): Place[] =>
  locations.flatMap(({ scope, format, variant, unread }) =>
    (scope === 'user' || scope === 'project') && format.startsWith('json') && !variant && !unread && !verbatim
      ? [{ id, scope }]
      : [],
  ),
);

describe.each(Object.entries(texts))('a file with %s', (_, spoil) => {
  it.each(places)('is read and written, or neither: $id:$scope', async ({ id, scope }) => {
    const here = machine();
    const place = `${id}:${scope}`;
    const made = await askInProcess(here, ['add', 'a', '--to', place, '--yes', '--', 'run']);
    if (made.code !== 0) return;
    const [path = ''] = made.data.changes.map((change: { path: string }) => change.path);
    const name = Object.keys(here.files()).find((file) => here.path(file) === path) ?? '';
    const text = spoil(JSON.stringify(JSON.parse(here.read(name))));
    here.write(name, text);
    const listed = await askInProcess(here, ['list', '--client', id]);
    const isRead = listed.data.servers.some(({ state }: { state: string }) => ['active', 'untrusted'].includes(state));
    const added = await askInProcess(here, ['add', 'b', '--to', place, '--yes', '--', 'run']);
    expect({ isRead, isWritten: added.code === 0 }).toEqual({ isRead, isWritten: isRead });
    if (isRead) return;
    expect(added).toMatchObject({ code: 3, ok: false, errors: [{ code: 'document-malformed', path }] });
    expect(added.errors[0]?.['details']).toContainEqual(
      expect.objectContaining({ line: expect.any(Number), hint: expect.any(String) }),
    );
    for (const line of [
      ['remove', 'a', '--from', place],
      ['edit', 'a', '--in', place, '--command', 'other'],
      ['rename', 'a', 'c', '--in', place],
      ['disable', 'a', '--in', place],
    ])
      expect([line[0], (await askInProcess(here, [...line, '--yes'])).ok]).toEqual([line[0], false]);
    expect(here.read(name)).toBe(text);
  });
});

it.each(['gemini-cli', 'qwen-code', 'droid', 'qoder'])('%s refuses a trailing comma', async (id) => {
  const here = machine();
  const made = await askInProcess(here, ['add', 'a', '--to', `${id}:user`, '--yes', '--', 'run']);
  const name = Object.keys(here.files()).find((file) => here.path(file) === made.data.changes[0].path) ?? '';
  here.write(name, here.read(name).replace(/\}\s*\}\s*$/, '},}'));
  const added = await askInProcess(here, ['add', 'b', '--to', `${id}:user`, '--yes', '--', 'run']);
  expect(added.errors[0]?.['details']).toMatchObject([{ code: 'json-trailing-comma' }]);
});

it.each([
  ['gemini-cli', false],
  ['qwen-code', false],
  ['claude-code', true],
])('%s accepts a byte order mark: %s', async (id, isAccepted) => {
  const here = machine();
  const made = await askInProcess(here, ['add', 'a', '--to', `${id}:user`, '--yes', '--', 'run']);
  const name = Object.keys(here.files()).find((file) => here.path(file) === made.data.changes[0].path) ?? '';
  here.write(name, `\ufeff${here.read(name)}`);
  const added = await askInProcess(here, ['add', 'b', '--to', `${id}:user`, '--yes', '--', 'run']);
  expect(added.ok).toBe(isAccepted);
  if (!isAccepted)
    expect(added.errors[0]?.['details']).toMatchObject([{ code: 'byte-order-mark', line: 1, column: 1 }]);
  const doctor = await askInProcess(here, ['doctor', '--client', id]);
  expect(doctor.data.issues.some(({ code }: { code: string }) => code === 'byte-order-mark')).toBe(!isAccepted);
});

it('says that a write has no effect while the client rejects the whole file', async () => {
  const text = '{"mcp":{"a":{"type":"local","command":["npx","{env:X}"]}}}';
  const here = machine({ 'kilo.json': text });
  const added = await askInProcess(here, ['add', 'b', '--to', 'kilo:project', '--yes', '--', 'run']);
  expect(added.warnings).toContainEqual(expect.objectContaining({ code: 'reference-refused' }));
});
