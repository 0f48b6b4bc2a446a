import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathsOf, resolvePath } from '../../../src/clients/paths.ts';
import { locationOf, readDocument } from '../../../src/clients/read-document.ts';
import { clients } from '../../../src/clients/registry.ts';
import { switchInList } from '../../../src/clients/revise-entry.ts';
import { switchesOf } from '../../../src/clients/switches.ts';
import type { Client } from '../../../src/clients/types.ts';
import { discover } from '../../../src/discovery/discover.ts';
import { applyEdits } from '../../../src/formats/edit-list.ts';
import { setValue } from '../../../src/formats/edit.ts';
import { loadFormat } from '../../../src/formats/index.ts';
import { Revision } from '../../../src/formats/revision.ts';
import { openRuntime } from '../../../src/live/open-runtime.ts';
import { serversHere } from '../../../src/live/servers-here.ts';
import { add } from '../../../src/manage/add.ts';
import { keyOf, matrixOf } from '../../../src/manage/compare/matrix.ts';
import { listServers } from '../../../src/manage/list-servers.ts';
import { placeOf, surroundingsOf, type Target } from '../../../src/manage/plan/target.ts';
import type { Host } from '../../../src/model/host.ts';
import { writableScopes } from '../../../src/model/scope.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import type { Page } from '../../api/support/page.ts';

/** Every file of every client that a person may write and the client reads. */
export const everyTarget: readonly Target[] = Object.values(clients as Record<string, Client>).flatMap((client) =>
  client.locations
    .filter(({ scope, unread }) => writableScopes.includes(scope) && !unread)
    .map(({ scope, variant }) => ({ client, scope, ...(variant !== undefined && { variant }) })),
);

/** A server of this name, as Plugboard itself would write it. */
export async function define(host: Host, target: Target, name = 'x'): Promise<void> {
  await applyPlan(host, await add(host, name, { command: 'node', args: ['server.mjs'] }, [target]));
}

/** Puts keys into the entry by hand, as a person does who knows them from another client. */
export async function writeKeys(host: Host, target: Target, keys: Record<string, boolean>): Promise<void> {
  const location = locationOf(target.client, placeOf(target, host));
  const path = pathsOf(location as NonNullable<typeof location>, surroundingsOf(host)).find((one) => existsSync(one));
  const format = await loadFormat(location?.format ?? 'json');
  for (const [key, value] of Object.entries(keys)) {
    const text = readFileSync(path ?? '', 'utf8');
    const [entry] = readDocument(target.client, format.parse(text).value, placeOf(target, host));
    writeFileSync(path ?? '', applyEdits(text, setValue(format, text, [...(entry?.path ?? []), key], value)));
  }
}

/** Puts the name into every list of the client that counts there; how many there are. */
export async function writeLists(host: Host, target: Target): Promise<number> {
  const place = placeOf(target, host);
  const location = locationOf(target.client, place);
  const own = pathsOf(location as NonNullable<typeof location>, surroundingsOf(host)).find((one) => existsSync(one));
  const lists = switchesOf(target.client, place);
  for (const { file, at } of lists) {
    const path = file.path === undefined ? own : resolvePath(file.path, surroundingsOf(host), file.baseVariable);
    if (path === undefined) continue;
    const format = await loadFormat(file.format);
    mkdirSync(dirname(path), { recursive: true });
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const revision = new Revision(format, format.parse(text));
    switchInList(revision, at, 'x', true);
    writeFileSync(path, revision.settle().text);
  }
  return lists.length;
}

/** What each part of the program says about the server: one word for each. */
export async function answers(page: Page, target: Target): Promise<Record<string, 'on' | 'off' | 'absent'>> {
  const { host } = page;
  const { client } = target;
  const [found] = (await discover(host, { clients: [client.id as never] })).clients;
  const verdict = found?.names.find(({ name }) => name === 'x');
  const listed = (await listServers(host, { clients: [client.id as never] })).servers.find(({ name }) => name === 'x');
  const here = (await serversHere(host)).servers.find(({ name }) => name === 'x');
  const { body } = await page.get('servers/x');
  const entry = body.entries?.find((one: { client: string }) => one.client === client.id);
  const runtime = await openRuntime(host, { verify: 'none' });
  const isOffered = runtime.manager.connections.has('x');
  await runtime.close();
  const word = (off: boolean | undefined): 'on' | 'off' | 'absent' =>
    off === undefined ? 'absent' : off ? 'off' : 'on';
  return {
    client: word(verdict && verdict.disabled),
    definition: word(verdict?.active && verdict.active.server.disabled === true),
    list: word(listed && listed.state === 'off'),
    test: word(here && here.disabled),
    gateway: word(here && !isOffered),
    matrix: word(await isOffInMatrix(host, target, listed?.state === 'off')),
    page: word(body.status && body.status.name === 'off'),
    // Of the readers of a shared file the page shows those that are on this machine.
    'page of the client': entry ? word(entry.state === 'off') : word(listed && listed.state === 'off'),
  };
}

/** What the table of all clients says; it has the usual file of each scope, those of projects only where they are there. */
async function isOffInMatrix(host: Host, target: Target, otherwise: boolean): Promise<boolean | undefined> {
  const { columns, rows } = await matrixOf(host, ['x']);
  const index = columns.findIndex((one) => keyOf(one.target) === keyOf(target) && target.variant === undefined);
  const cell = rows.find(({ name }) => name === 'x')?.cells[index];
  return cell?.present ? cell.present.disabled === true : otherwise;
}
