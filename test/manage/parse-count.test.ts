import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cachedRead } from '../../src/api/views/cached-read.ts';
import { planConnect } from '../../src/cli/gateway/connect-plan.ts';
import { planDisconnect } from '../../src/cli/gateway/disconnect-plan.ts';
import { clients } from '../../src/clients/registry.ts';
import { discover } from '../../src/discovery/discover.ts';
import { examine } from '../../src/doctor/examine.ts';
import { planRepairs, repairsOf } from '../../src/doctor/repairs.ts';
import { loadFormat } from '../../src/formats/index.ts';
import type { FormatId } from '../../src/formats/types.ts';
import { add } from '../../src/manage/add.ts';
import { compareWithCatalog } from '../../src/manage/compare/compare-with-catalog.ts';
import { unifiedDiff } from '../../src/manage/compare/diff.ts';
import { matrixOf } from '../../src/manage/compare/matrix.ts';
import { copy } from '../../src/manage/copy.ts';
import { findInClient } from '../../src/manage/found-servers.ts';
import { importFound } from '../../src/manage/import-found.ts';
import { listServers } from '../../src/manage/list-servers.ts';
import { trialHost } from '../../src/manage/plan/draft-host.ts';
import { inSteps } from '../../src/manage/plan/in-steps.ts';
import { remove } from '../../src/manage/remove.ts';
import { rename } from '../../src/manage/rename.ts';
import { setEnabled } from '../../src/manage/set-enabled.ts';
import type { Host } from '../../src/model/host.ts';
import { checkSet } from '../../src/sets/check-set.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import type { Plan } from '../../src/store/write/plan.ts';
import { target, workspace, type Workspace } from './support/workspace.ts';

const COUNT = 40;
const names = Array.from({ length: COUNT }, (_, index) => `s${index}`);

const json = (key: string, note: string): string =>
  `${JSON.stringify({ [key]: Object.fromEntries(names.map((name) => [name, { command: 'npx', args: ['-y', note], env: { API_KEY: `sk-live-4f9a8b7c6d5e4f3a${name}` } }])) }, undefined, 2)}\n`;
const toml = names
  .map(
    (name) =>
      `[mcp_servers.${name}]\ncommand = "npx"\nargs = ["-y", "toml"]\n\n[mcp_servers.${name}.env]\nAPI_KEY = "x-${name}-1234567890"\n`,
  )
  .join('\n');
const yaml = `extensions:\n${names
  .map(
    (name) =>
      `  ${name}:\n    type: stdio\n    name: ${name}\n    cmd: npx\n    args:\n      - yaml\n    enabled: true\n    timeout: 300\n`,
  )
  .join('')}`;

const files = {
  '~/.cursor/mcp.json': json('mcpServers', 'cursor'),
  '~/.codex/config.toml': toml,
  '~/.config/goose/config.yaml': yaml,
};

let parsed: string[] = [];
let box: Workspace;

beforeEach(async () => {
  parsed = [];
  box = workspace(files);
  for (const id of ['json', 'jsonc', 'toml', 'yaml'] as const satisfies readonly FormatId[]) {
    const format = await loadFormat(id);
    const { parse } = format;
    vi.spyOn(format, 'parse').mockImplementation((text, like) => {
      parsed.push(text);
      return parse(text, like);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
});

const targets = [target('cursor:user'), target('codex:user'), target('goose:user')];

/** Parts of a text are parsed too, to see what stands around a change; those are short. */
function wholeTexts(): string[] {
  const shortest = Math.min(...Object.values(files).map(({ length }) => length)) / 2;
  return parsed.filter(({ length }) => length > shortest);
}

/** Each text before the change once, and each text after it. */
function expectOnce(plan?: Plan): void {
  const afters = plan?.changes.flatMap(({ after }) => after ?? []) ?? [];
  const texts = wholeTexts();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.toSorted()).toEqual([...new Set(texts)].toSorted());
  const known = new Set([...Object.values(files), ...afters]);
  expect(texts.filter((text) => !known.has(text))).toEqual([]);
}

/** Removals beside each other are made in a few rounds, each of which takes out half of the rest. */
function expectFewRounds(): void {
  const texts = wholeTexts();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.toSorted()).toEqual([...new Set(texts)].toSorted());
  expect(texts.length).toBeLessThan(COUNT / 2);
}

it('parses each file once to compare it', async () => {
  const { cells } = await compareWithCatalog(box.host, target('cursor:user'), targets.slice(1));
  expect(cells.filter(({ state }) => state === 'differs').length).toBe(2 * COUNT);
  for (const { changes } of cells) for (const change of changes) unifiedDiff(change);
  expectOnce();
});

it('parses each file once for the matrix', async () => {
  await matrixOf(box.host);
  expectOnce();
});

it('parses each file once for the doctor and all repairs that it shows', async () => {
  const { issues } = await examine(box.host);
  const trials = trialHost(box.host);
  let shown = 0;
  for (const { fix } of issues) {
    if (!fix || !('plan' in fix)) continue;
    for (const change of (await fix.plan(trials)).changes) {
      unifiedDiff(change);
      shown += 1;
    }
  }
  expect(shown).toBeGreaterThan(COUNT);
  expectOnce();
});

it('parses each file once for all answers of the page', async () => {
  const reads = [
    async (host: Host): Promise<unknown> => listServers(host, { discovery: await discover(host) }),
    async (host: Host): Promise<unknown> => matrixOf(host),
    async (host: Host): Promise<unknown> => examine(host),
  ];
  for (const read of reads) await cachedRead(box.host, read)();
  expectOnce();
});

it('parses the records of trust once for all servers of a project', async () => {
  const shared = json('mcpServers', 'project');
  const claude = JSON.stringify({ projects: { '/elsewhere': { history: names } }, filler: 'x'.repeat(shared.length) });
  box.write('.mcp.json', shared);
  box.write('~/.claude.json', claude);
  const { servers } = await listServers(box.host);
  expect(servers.filter(({ state }) => state === 'untrusted')).toHaveLength(COUNT);
  expect((await examine(box.host)).issues.filter(({ code }) => code === 'trust-missing')).toHaveLength(1);
  const texts = wholeTexts();
  expect(texts.filter((text) => text === claude)).toHaveLength(1);
  expect(texts.filter((text) => text === shared)).toHaveLength(1);
});

it('parses a set once to check it', () => {
  const text = json('mcpServers', 'set');
  expect(Object.keys(checkSet(text).servers)).toHaveLength(COUNT);
  expect(wholeTexts()).toEqual([text]);
});

it('parses a text before and after a switch once', async () => {
  const off = await setEnabled(box.host, 's7', false, targets);
  expect(off.changes.length).toBeGreaterThan(2);
  expectOnce(off);
});

it('parses a text before and after a rename once', async () => {
  const plan = await rename(box.host, 's7', 'renamed', targets);
  expect(plan.changes).toHaveLength(3);
  expectOnce(plan);
});

it('parses a text before and after a change once', async () => {
  expectOnce(await add(box.host, 'new', { command: 'npx' }, targets));
});

it('parses a text before and after a removal once', async () => {
  expectOnce(await remove(box.host, 's7', targets));
});

it('parses texts a few times for many steps', async () => {
  const steps = names
    .slice(1)
    .flatMap((name) => [
      (on: Host): Promise<Plan> => remove(on, name, [target('codex:user')]),
      (on: Host): Promise<Plan> =>
        copy(on, name, target('cursor:user'), [target('goose:user')], { conflict: 'overwrite' }),
    ]);
  const { changes } = await inSteps(box.host, 'many', steps);
  expect(changes.map(({ after }) => after?.includes('s39'))).toEqual([false, true]);
  expectFewRounds();
});

it('parses a text before and after all repairs once', async () => {
  const { issues } = await examine(box.host);
  const { planned } = repairsOf(issues);
  expect(planned.length).toBeGreaterThan(COUNT);
  expectOnce(await planRepairs(box.host, planned));
});

it('parses texts a few times to connect a client with many servers, and to disconnect it', async () => {
  const cursor = target('cursor:user');
  const connect = await planConnect(box.host, cursor, { command: 'plugboard', args: ['serve'] }, () => true);
  await applyPlan(box.host, connect);
  expectFewRounds();
  parsed = [];
  const disconnect = await planDisconnect(box.host, cursor);
  expect(disconnect.changes.map(({ after }) => after?.includes('s39'))).toContain(true);
  expectFewRounds();
});

it('parses a text before and after an import of many servers once', async () => {
  const { servers } = await findInClient(box.host, 'cursor');
  expect(servers).toHaveLength(COUNT);
  const kilo = { client: clients.kilo, scope: 'user' as const };
  expectOnce((await importFound(box.host, servers, [kilo])).plan);
});
