import { chmodSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readInstance, writeInstance } from '../../src/api/instance/instance-file.ts';
import { readIndex, writeIndex } from '../../src/cli/completion/name-index.ts';
import type { Host } from '../../src/model/host.ts';
import { readSelectionFile, selectionDirectory, writeSelectionFile } from '../../src/sets/selection-file.ts';
import { approvalFile } from '../../src/store/approvals/approvals.ts';
import { credentialFiles } from '../../src/store/credentials/credentials.ts';
import { gatewayToken } from '../../src/store/credentials/gateway-token.ts';
import { listHistory } from '../../src/store/journal/history.ts';
import { readIgnored, setIgnored } from '../../src/store/state/ignored-differences.ts';
import { keyValueCache } from '../../src/store/state/key-value-cache.ts';
import { pinFiles } from '../../src/store/state/pin-files.ts';
import { places } from '../../src/store/state/places.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { box, failure, planOf, type Box } from './support/box.ts';

const keychain = {
  read: async () => Promise.reject(new Error('none')),
  write: async () => Promise.reject(new Error('none')),
};

interface Kept {
  /** Below the directory of ours. */
  readonly directory: string;
  write(box: Box): Promise<unknown>;
  read(host: Host): Promise<unknown>;
  /** What reading gives when nothing there is relied on; absent when it fails then. */
  readonly nothing?: unknown;
}

const project = '/project';
const selection = { schema: 1, project, configDirectory: '/sets', sets: ['a'], time: 'now' } as const;
const selected = (host: Host): string => `${selectionDirectory(host)}/a.${'0'.repeat(32)}.json`;
const note = { pid: 1, started: '1', url: 'http://127.0.0.1:1/', secret: 's' };
const decision = { fingerprint: 'f', project, name: 'n', decision: 'approved' } as const;

const kept: Readonly<Record<string, Kept>> = {
  approvals: {
    directory: 'state',
    write: ({ host }) => approvalFile(host).record(decision, []),
    read: (host) => approvalFile(host).read([]),
  },
  pins: {
    directory: 'state/pins',
    write: ({ host }) => pinFiles(host, []).write('k', { a: 1 }),
    read: (host) => pinFiles(host, []).read('k'),
  },
  credentials: {
    directory: 'state/credentials',
    write: ({ host }) => credentialFiles(host, { keychain }).write('id', { a: 1 }),
    read: (host) => credentialFiles(host, { keychain }).read('id'),
  },
  'the key': {
    directory: 'keys',
    write: ({ host }) => credentialFiles(host, { keychain }).write('id', { a: 1 }),
    read: (host) => credentialFiles(host, { keychain }).read('id'),
  },
  'the gateway token': { directory: 'state', write: ({ host }) => gatewayToken(host), read: gatewayToken },
  'the history': {
    directory: 'state/journal',
    write: ({ host, write }) =>
      applyPlan(host, planOf({ path: write('project/a', 'old'), before: 'old', after: 'new' })),
    read: async (host) => (await listHistory(host)).length,
    nothing: 0,
  },
  'ignored differences': {
    directory: 'state',
    write: ({ host }) => setIgnored(host, 'd', true),
    read: async (host) => [...(await readIgnored(host))],
    nothing: [],
  },
  'the page that is open': {
    directory: 'state/pages',
    write: ({ host }) => writeInstance(host, note),
    read: readInstance,
    nothing: undefined,
  },
  'the cache': {
    directory: 'cache/lists',
    write: ({ host }) => keyValueCache(host, 'lists').write('k', 1),
    read: (host) => keyValueCache(host, 'lists').read('k'),
    nothing: undefined,
  },
  'the selection of sets': {
    directory: 'cache/selections',
    write: ({ host }) => writeSelectionFile(host, selected(host), selection),
    read: (host) => readSelectionFile(host, selected(host)),
    nothing: undefined,
  },
  'names for completion': {
    directory: 'cache',
    write: ({ host }) => writeIndex(host, '1', new Map([['c', { stamp: 's', servers: [] }]])),
    read: async (host) => (await readIndex(host, '1')).size,
    nothing: 0,
  },
};

const others = (host: Host): Host => ({ ...host, processes: { ...host.processes, user: 4242 } });

describe.skipIf(process.platform === 'win32').each(Object.entries(kept))('%s', (_, item) => {
  const { directory, write, read } = item;
  const path = `own/${directory}`;

  it.each([0o777, 0o775, 0o755])('in a directory with mode %o: it is closed before anything is read', async (mode) => {
    const it = box();
    await write(it);
    const before = await read(it.host);
    chmodSync(it.path(path), mode);
    expect(await read(it.host)).toEqual(before);
    expect(it.mode(path)).toBe(0o700);
  });

  it('in a directory with mode 777: it is closed before anything is written', async () => {
    const it = box();
    mkdirSync(it.path(path), { recursive: true });
    for (const name of [path, `own/${directory.split('/')[0]}`]) chmodSync(it.path(name), 0o777);
    await write(it);
    expect([it.mode(path), it.mode(`own/${directory.split('/')[0]}`)]).toEqual([0o700, 0o700]);
  });

  it('behind a link: the directory it leads to is closed', async () => {
    const it = box();
    const [root = ''] = directory.split('/');
    mkdirSync(it.path('elsewhere'));
    mkdirSync(it.path('own'));
    symlinkSync(it.path('elsewhere'), it.path(`own/${root}`));
    chmodSync(it.path('elsewhere'), 0o777);
    await write(it);
    expect(it.mode('elsewhere')).toBe(0o700);
  });

  it('of another user is not relied on', async () => {
    const it = box();
    await write(it);
    const host = asOwnedBy(others(it.host), 7);
    const found = 'nothing' in item ? await read(host).catch((error: unknown) => error) : await failure(read(host));
    if (!(found instanceof Error)) expect(found).toEqual(item.nothing);
  });

  it('in a file that others may write to is not relied on', async () => {
    const it = box();
    await write(it);
    for (const name of readdirSync(it.path(path))) {
      if (/\.json$|\.key$|token$/.test(name)) chmodSync(it.path(`${path}/${name}`), 0o666);
    }
    if ('nothing' in item) expect(await read(it.host)).toEqual(item.nothing);
    else expect(await failure(read(it.host))).toBeInstanceOf(Error);
  });
});

/** A host on which everything belongs to one user. */
function asOwnedBy(host: Host, uid: number): Host {
  const status: Host['fs']['status'] = async (path) => {
    const found = await host.fs.status(path);
    return found && { ...found, uid };
  };
  return { ...host, fs: { ...host.fs, status } };
}

describe.skipIf(process.platform === 'win32')('a directory of another user', () => {
  it('is never written to', async () => {
    const { host, path } = box();
    mkdirSync(path('own/state'), { recursive: true });
    const error = await failure(approvalFile(asOwnedBy(others(host), 7)).record(decision, []));
    expect(error).toMatchObject({
      code: 'place-unsafe',
      data: { path: places(host).state, why: 'it belongs to another user (id 7)' },
    });
  });

  it('is used by root when it belongs to the person whose home it is', async () => {
    const { host } = box();
    const root: Host = { ...host, processes: { ...host.processes, user: 0 } };
    await approvalFile(root).record(decision, []);
    expect(await approvalFile(asOwnedBy(root, 7)).read([])).toHaveLength(1);
  });

  it('that cannot be closed is refused when others may write to it', async () => {
    const { host, path } = box();
    mkdirSync(path('own/state'), { recursive: true });
    chmodSync(path('own/state'), 0o777);
    const stuck: Host = {
      ...host,
      fs: { ...host.fs, chmod: async () => Promise.reject(Object.assign(new Error('no'), { code: 'EROFS' })) },
    };
    expect(await failure(approvalFile(stuck).record(decision, []))).toMatchObject({
      code: 'place-unsafe',
      data: { remedy: `chmod 700 ${places(host).state}` },
    });
  });
});
