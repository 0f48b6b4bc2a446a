import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { sync, type SyncOptions, type SyncPlan } from '../../../src/manage/sync/sync.ts';
import type { Server } from '../../../src/model/server.ts';
import { recover } from '../../../src/store/journal/recover.ts';
import { undo } from '../../../src/store/journal/undo.ts';
import { applyPlan } from '../../../src/store/write/apply-plan.ts';
import { dying } from '../../store/support/faults.ts';
import { propertyRuns, propertySeed } from '../../support/property-runs.ts';
import { type Workspace, workspace } from '../support/workspace.ts';
import { catalogName, loseRecords, type PersonsFile, personsFile, targets, twelve } from './support.ts';

vi.setConfig({ testTimeout: 600_000 });

const names = ['a', 'b', 'c'];
const fields = ['args', 'env', 'timeout'] as const;
type Field = (typeof fields)[number];

type Step =
  | { readonly kind: 'catalog' | 'client'; readonly client: number; readonly name: string; readonly field: Field }
  | {
      readonly kind: 'delete' | 'target' | 'switch' | 'remove' | 'never';
      readonly client: number;
      readonly name: string;
    }
  | { readonly kind: 'lose' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'sync'; readonly how: SyncOptions; readonly dies: number };

const who = { client: fc.nat({ max: twelve.length - 1 }), name: fc.constantFrom(...names) };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('catalog' as const), ...who, field: fc.constantFrom(...fields) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('client' as const), ...who, field: fc.constantFrom(...fields) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('delete', 'target', 'switch', 'remove', 'never'), ...who }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'lose' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'undo' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      how: fc.constantFrom<SyncOptions>(
        {},
        {},
        { pull: true },
        { prune: true },
        { prefer: 'mine' },
        { prefer: 'theirs' },
      ),
      dies: fc.oneof(fc.constant(0), fc.nat({ max: 60 })),
    }),
  },
);

let marks = 1000;

/** A value that no other edit has. */
function marked(field: Field, { env }: Server): Server {
  marks += 1;
  if (field === 'timeout') return { timeout: marks };
  return field === 'args' ? { args: ['-y', `mark-${marks}`] } : { env: { ...env, MARK: `mark-${marks}` } };
}

interface Catalog {
  servers: Record<string, Server>;
}

/** What a person changed in a client and has not given up: by file, server and field. */
type Edits = Map<
  string,
  { readonly file: PersonsFile; readonly name: string; readonly field: Field; readonly value: unknown }
>;

class World {
  readonly space: Workspace;
  readonly files: readonly PersonsFile[];
  readonly edits: Edits = new Map();

  constructor(count: number) {
    const used = targets.slice(0, count);
    const server = (name: string): Server => ({
      command: 'npx',
      args: ['-y', name],
      targets: used.map(({ client }) => client.id),
    });
    this.space = workspace({
      [catalogName]: JSON.stringify(
        { servers: Object.fromEntries(names.map((name) => [name, server(name)])) },
        undefined,
        2,
      ),
      '~/.codex/config.toml': '# mine\n[mcp_servers.own]\ncommand = "own" # stays\n',
      '~/.cursor/mcp.json': '{\n  "mcpServers": { "own": { "command": "own" } },\n  "other": [1]\n}\n',
      '~/.config/goose/config.yaml': '# mine\nextensions:\n  own:\n    type: stdio\n    cmd: own\n    args: []\n',
    });
    this.files = used.map((one) => personsFile(this.space, one));
  }

  get catalog(): Catalog {
    return JSON.parse(this.space.read(catalogName) ?? '{}') as Catalog;
  }

  change(name: string, how: (server: Server) => Server): void {
    const { servers } = this.catalog;
    const server = servers[name];
    if (server)
      this.space.write(catalogName, JSON.stringify({ servers: { ...servers, [name]: how(server) } }, undefined, 2));
  }

  /** What everyone sees, with our own records: undo gives back these too. */
  all(): Record<string, string> {
    return this.space.files();
  }
}

async function perform(world: World, one: Step): Promise<void> {
  const { space } = world;
  if (one.kind === 'lose') return loseRecords(space);
  if (one.kind === 'undo') return void (await undo(space.host).catch(() => undefined));
  if (one.kind === 'sync') return syncWith(world, one.how, one.dies);
  const file = world.files[one.client % world.files.length] as PersonsFile;
  const { name } = one;
  const id = file.target.client.id;
  if (one.kind === 'catalog') return world.change(name, (server) => ({ ...server, ...marked(one.field, server) }));
  if (one.kind === 'switch')
    return world.change(name, ({ disabled, ...on }) => (disabled ? on : { ...on, disabled: true }));
  if (one.kind === 'never')
    return world.change(name, ({ clients = {}, ...server }) => ({ ...server, clients: { ...clients, [id]: false } }));
  if (one.kind === 'target')
    return world.change(name, ({ targets: all = [], ...server }) => ({
      ...server,
      targets: all.includes(id) ? all.filter((other) => other !== id) : [...all, id],
    }));
  if (one.kind === 'remove') {
    const { [name]: _, ...servers } = world.catalog.servers;
    return space.write(catalogName, JSON.stringify({ servers }, undefined, 2));
  }
  const before = await file.read(name);
  if (!before) return;
  if (one.kind === 'delete') {
    await file.edit(name, () => undefined);
    for (const [key, edit] of world.edits) if (edit.file === file && edit.name === name) world.edits.delete(key);
    return;
  }
  if (one.kind !== 'client') return;
  const { field } = one;
  const change = marked(field, before);
  await file.edit(name, (server) => ({ ...server, ...change }));
  const value = (await file.read(name))?.[field];
  // Not every client has every field.
  if (JSON.stringify(value) === JSON.stringify(change[field]))
    world.edits.set(JSON.stringify([file.path, name, field]), { file, name, field, value });
}

async function syncWith(world: World, how: SyncOptions, dies: number): Promise<void> {
  const { space } = world;
  const before = world.all();
  const planned = await sync(space.host, how);
  expect(world.all()).toEqual(before);
  if (planned.cells.some(({ outcome }) => outcome === 'conflict')) return;
  const started = dying(space.host, (_, count) => dies > 0 && count === dies);
  await applyPlan(started.host, planned.plan).catch((error: unknown) => {
    if (!started.died()) throw error;
  });
  if (started.died()) await recover(space.host);
  const after = world.all();
  if (started.died() && JSON.stringify(after) === JSON.stringify(before)) return;
  await expectEdits(world, planned, how);
  // Only a sync that was asked to writes to the catalog.
  if (!how.pull && how.prefer !== 'theirs') expect(after[catalogName]).toBe(before[catalogName]);
  const again = await sync(space.host, how);
  expect(again.plan.changes.map(({ path }) => path)).toEqual([]);
}

/** Every hand edit is still there, unless the person decided against it. */
async function expectEdits(world: World, { cells }: SyncPlan, how: SyncOptions): Promise<void> {
  const decidedAgainst = (edit: { file: PersonsFile; name: string; field: Field }): boolean =>
    how.prefer === 'mine' &&
    cells.some(
      ({ target, name, changes }) =>
        target.client.id === edit.file.target.client.id &&
        name === edit.name &&
        changes.some(({ path, by }) => path[0] === edit.field && by === 'both'),
    );
  for (const [key, edit] of world.edits) {
    const cell = cells.find(
      ({ target, name }) => target.client.id === edit.file.target.client.id && name === edit.name,
    );
    if (decidedAgainst(edit)) {
      world.edits.delete(key);
      continue;
    }
    const now = await edit.file.read(edit.name);
    const isParked = now === undefined && world.catalog.servers[edit.name]?.disabled === true;
    if (!isParked) expect([key, now?.[edit.field]]).toEqual([key, edit.value]);
    const stillDiffers = cell?.changes.some(
      ({ path, by }) => path[0] === edit.field && (by === 'theirs' || by === 'both'),
    );
    const isPulled = cell?.outcome === 'pull';
    if (!stillDiffers || isPulled) world.edits.delete(key);
  }
}

function expectOwn({ space }: World): void {
  expect(space.read('~/.codex/config.toml')).toContain('# mine\n[mcp_servers.own]\ncommand = "own" # stays\n');
  expect(JSON.parse(space.read('~/.cursor/mcp.json') ?? '{}')).toMatchObject({
    mcpServers: { own: { command: 'own' } },
    other: [1],
  });
  expect(space.read('~/.config/goose/config.yaml')).toContain(
    '# mine\nextensions:\n  own:\n    type: stdio\n    cmd: own\n',
  );
}

const runs = Math.max(5, Math.ceil(propertyRuns / 25));

it('loses no edit of a person, whatever is edited, synced, killed and undone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { minLength: 3, maxLength: 14 }),
      async (count, steps) => {
        const world = new World(count);
        await perform(world, { kind: 'sync', how: {}, dies: 0 });
        for (const one of steps) {
          await perform(world, one);
          expectOwn(world);
        }
      },
    ),
    { numRuns: runs, seed: propertySeed },
  );
});

it('gives back every byte by one undo, and does not depend on the order of the clients', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        step.filter(({ kind }) => kind !== 'sync' && kind !== 'undo'),
        { minLength: 1, maxLength: 8 },
      ),
      fc.shuffledSubarray(targets.slice(0, 6), { minLength: 6 }),
      async (steps, order) => {
        const [one, other] = [new World(6), new World(6)];
        for (const world of [one, other]) {
          marks = 1000;
          await syncWith(world, {}, 0);
          for (const each of steps) await perform(world, each);
        }
        const before = one.all();
        const planned = await sync(one.space.host);
        if (planned.cells.some(({ outcome }) => outcome === 'conflict')) return;
        const applied = await applyPlan(one.space.host, planned.plan);
        const after = one.all();
        for (const target of order) {
          const part = await sync(other.space.host, { only: ({ client }) => client === target.client });
          await applyPlan(other.space.host, part.plan);
        }
        expect(other.all()).toEqual(after);
        if (applied) await undo(one.space.host);
        expect(one.all()).toEqual(before);
      },
    ),
    { numRuns: runs, seed: propertySeed },
  );
});
