import type { Operation, StagedCell } from '../../../src/api/contract/plans.ts';
import { createApiContext } from '../../../src/api/create-api-context.ts';
import { plansRoutes } from '../../../src/api/routes/plans.ts';
import { serverDetail } from '../../../src/api/views/servers/server-detail.ts';
import { planChange } from '../../../src/manage/pending/pending-change.ts';
import type { Target } from '../../../src/manage/plan/target.ts';
import type { Host } from '../../../src/model/host.ts';
import { listHistory } from '../../../src/store/journal/history.ts';
import type { Random } from '../../random.ts';

export interface Choices {
  readonly name: () => string;
  readonly place: () => Target;
}

/** Every kind of operation of the page. A missing kind does not compile. */
type Kinds = { readonly [K in Operation['kind']]: () => Promise<Operation & { kind: K }> };

/** Plans and writes an operation as the page does, with nothing approved. */
export function pageMovesWith(
  host: Host,
  random: Random,
  { name, place }: Choices,
): { moves: readonly (readonly [string, () => Promise<unknown>])[]; close(): Promise<void> } {
  const api = createApiContext(host);
  const routes = plansRoutes(api).onError((_, context) => context.json({}, 400));
  const send = async (path: string, body: unknown): Promise<{ id?: string }> => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await (await routes.request(path, init)).json()) as { id?: string };
  };
  const target = (): { client: string; scope: Target['scope'] } => {
    const { client, scope } = place();
    return { client: client.id, scope };
  };
  const draft = async (): Promise<{ name: string; server: Readonly<Record<string, unknown>>; source: string }> => {
    const one = name();
    const { drafts } = await serverDetail(one, api);
    const { server, source } = random.pick(drafts);
    return { name: one, server: { ...server }, source };
  };
  const cell = (): StagedCell => ({
    ...target(),
    name: name(),
    action: random.pick(['push', 'pull', 'push', 'pull', 'keep', 'remove', 'off', 'on'] as const),
  });
  const change = async (): Promise<string> => random.pick(await listHistory(host)).id;
  const kinds: Kinds = {
    add: async () => ({ kind: 'add', servers: [await draft()], targets: [target()], conflict: 'overwrite' }),
    clone: async () => ({ kind: 'clone', name: name(), as: name(), targets: [target()] }),
    copy: async () => ({ kind: 'copy', names: [name()], targets: [target(), target()] }),
    disable: async () => ({ kind: 'disable', names: [name()], targets: [target()] }),
    enable: async () => ({ kind: 'enable', names: [name()], targets: [target()] }),
    fix: async () => ({ kind: 'fix', issues: ['none'] }),
    import: async () => ({ kind: 'import' }),
    install: async () => ({ kind: 'install', registryName: 'com.example/x', registry: host.cwd, targets: [target()] }),
    'migrate-secrets': async () => ({ kind: 'migrate-secrets', names: [name()] }),
    'move-secret': async () => ({
      kind: 'move-secret',
      source: (await draft()).source,
      path: 'env.MARKER',
      variable: 'X',
    }),
    pending: async () => {
      const { client, scope } = target();
      const copy = { action: 'copy' as const, server: name(), to: [`${client}:${scope}`] };
      const { pending } = await planChange(host, copy, { askedBy: 'fuzz' });
      return { kind: 'pending', id: pending?.id ?? '' };
    },
    remove: async () => ({ kind: 'remove', names: [name()], targets: [target()] }),
    restore: async () => ({ kind: 'restore', id: await change() }),
    'set-remove': async () => ({ kind: 'set-remove', name: 'kept' }),
    'set-save': async () => ({ kind: 'set-save', name: 'kept', servers: [name()], overwrite: true }),
    sync: async () => ({ kind: 'sync', cells: Array.from({ length: 1 + random.below(3) }, cell) }),
    tools: async () => ({
      kind: 'tools',
      server: name(),
      tools: ['x'],
      on: random.below(2) === 0,
      targets: [target()],
    }),
    undo: async () => ({ kind: 'undo' }),
    update: async () => ({
      kind: 'update',
      ...(await draft()),
      ...(random.below(2) === 0 && { renameTo: name() }),
      targets: [target()],
    }),
    'use-profile': async () => ({ kind: 'use-profile', scope: random.pick(['user', 'project'] as const) }),
  };
  const moves = Object.entries(kinds).map(
    ([kind, make]) =>
      [`page ${kind}`, async () => send(`/plans/${(await send('/plans', await make())).id}/write`, {})] as const,
  );
  return { moves, close: async () => api.close() };
}
