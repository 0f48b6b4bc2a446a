import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  putEntry,
  removeEntry,
  renameEntry,
  type ClientDocument,
  type EntryEdit,
} from '../../src/clients/edit-entry.ts';
import { readDocument } from '../../src/clients/read-document.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client, Location, Place } from '../../src/clients/types.ts';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { loadFormat } from '../../src/formats/index.ts';
import type { Server } from '../../src/model/server.ts';
import { getOwn } from '../../src/model/value.ts';

// One runner for all clients: a folder per client with realistic files. The result of each operation is in `golden/`
// and is reviewed like code (`npm test -- -u` updates it).
const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'clients');
const all = clients as Readonly<Record<string, Client>>;

const local: Server = {
  transport: 'stdio',
  command: 'npx',
  args: ['-y', '@example/server', 'dir with space'],
  env: { API_KEY: '${API_KEY}', LOG_LEVEL: 'debug' },
};
const remote: Server = {
  transport: 'http',
  url: 'https://mcp.example.com/mcp?team=a&x=1',
  headers: { Authorization: 'Bearer ${TOKEN}', 'X-Team': 'blue' },
};

const cases = readdirSync(folder).flatMap((id) =>
  readdirSync(join(folder, id))
    .filter((file) => file.startsWith('config'))
    .map((file) => ({ id, file })),
);

function placeOf(client: Client, file: string): { place: Place; location: Location } {
  const sameKind = client.locations.filter((one) => one.variant === undefined && one.format.startsWith(kind(file)));
  const location = sameKind.find((one) => one.scope === 'user') ?? sameKind[0];
  if (!location) throw new Error(`${client.id} has no location for ${file}`);
  return { place: { scope: location.scope, project: '/home/me/project' }, location };
}

function kind(file: string): string {
  return extname(file).replace('.yml', '.yaml').slice(1, 5);
}

describe.each(cases)('$id/$file', async ({ id, file }) => {
  const client = getOwn(all, id) as Client;
  const before = readFileSync(join(folder, id, file), 'utf8');
  const { place, location } = placeOf(client, file);
  const format = await loadFormat(location.format);
  const document = (text: string): ClientDocument => ({ client, place, format, text });
  const entries = (text: string): ReturnType<typeof readDocument> =>
    readDocument(client, format.parse(text).value, place);
  const apply = (text: string, edit: EntryEdit): string => applyEdits(text, edit.edits);
  const golden = (name: string): string => join(folder, id, 'golden', file.replace(extname(file), ''), name);
  const after = (name: string): string => golden(`${name}${extname(file)}`);
  // A dot is a test of its own, but not every client can use one.
  const remoteName = client.names?.pattern?.test('golden.remote') === false ? 'golden-remote' : 'golden.remote';
  const [first] = entries(before);
  const shown = (text: string): Record<string, Server> =>
    Object.fromEntries(entries(text).map(({ name, server }) => [name, server]));

  it('reads every server', async () => {
    expect(format.parse(before).diagnostics).toEqual([]);
    expect(entries(before).length).toBeGreaterThan(1);
    await expect(`${JSON.stringify(shown(before), undefined, 2)}\n`).toMatchFileSnapshot(golden('servers.json'));
  });

  it('leaves every byte when nothing changes', () => {
    for (const { name, server } of entries(before)) expect(putEntry(document(before), name, server).edits).toEqual([]);
  });

  it('adds servers, and removing them gives back the file', async () => {
    const withLocal = apply(before, putEntry(document(before), 'golden-local', local));
    const remotePut = putEntry(document(withLocal), remoteName, remote);
    const added = apply(withLocal, remotePut);
    await expect(added).toMatchFileSnapshot(after('after-add'));
    for (const mark of before.matchAll(/(?:\/\/|#) ?.+/g)) expect(added).toContain(mark[0]);
    const withoutRemote = remotePut.written ? apply(added, removeEntry(document(added), remoteName)) : added;
    expect(apply(withoutRemote, removeEntry(document(withoutRemote), 'golden-local'))).toBe(before);
  });

  it('changes one server', async () => {
    const { name, server } = first as NonNullable<typeof first>;
    const changed = server.url
      ? { ...server, url: `${server.url}/v2` }
      : { ...server, args: [...(server.args ?? []), '--verbose'] };
    const updated = apply(before, putEntry(document(before), name, changed));
    await expect(updated).toMatchFileSnapshot(after('after-update'));
    expect(apply(updated, putEntry(document(updated), name, server))).toBe(before);
  });

  it('renames one server', async () => {
    const { name } = first as NonNullable<typeof first>;
    const renamed = apply(before, renameEntry(document(before), name, 'renamed-server'));
    await expect(renamed).toMatchFileSnapshot(after('after-rename'));
    expect(apply(renamed, renameEntry(document(renamed), 'renamed-server', name))).toBe(before);
  });

  it('switches one server off and on again', async () => {
    const { name, server } = entries(before).find((entry) => !entry.server.disabled) as NonNullable<typeof first>;
    const put = putEntry(document(before), name, { ...server, disabled: true });
    const off = apply(before, put);
    await expect(off).toMatchFileSnapshot(after('after-disable'));
    if (!put.written) {
      expect(put.losses).toContainEqual(expect.objectContaining({ field: 'disabled', action: 'emulated' }));
      return;
    }
    if (!put.elsewhere) expect(shown(off)[name]?.disabled).toBe(true);
    expect(apply(off, putEntry(document(off), name, server))).toBe(before);
  });

  it('removes one server and nothing else', async () => {
    const { name } = first as NonNullable<typeof first>;
    const removed = apply(before, removeEntry(document(before), name));
    await expect(removed).toMatchFileSnapshot(after('after-remove'));
    const { [name]: _, ...others } = shown(before);
    expect(shown(removed)).toEqual(others);
  });
});
