import { freePort } from '../../src/opencode/server/free-port.ts';
import { stdioDriver } from './client/stdio.ts';
import type { Contender } from './contender.ts';
import { programFile } from './launch.ts';
import { untilListed } from './measure-calls.ts';
import { openGateway } from './open-gateway.ts';
import { cpuOf, endAll, gatewayProcesses, memoryOf } from './processes.ts';
import { provideServers, type Servers } from './servers.ts';
import { withFolder } from './with-folder.ts';

/** Milliseconds from the start of a gateway to what its client gets, CPU time of the gateway, memory in megabytes. */
export interface StartFigures {
  /** The first list with the tools of all servers. */
  readonly list: number;
  readonly call: number;
  readonly cpu: number;
  readonly memory: number;
}

/** A first start, which lists the servers' tools, and a second one, which may use a cache. */
export interface Starts {
  readonly first: StartFigures;
  readonly second: StartFigures;
}

/** Starts a gateway with this many servers, ends it, and starts it again. */
export async function measureStart(
  contender: Contender,
  program: readonly [string, ...string[]],
  count: number,
): Promise<Starts> {
  const servers = await provideServers('stdio', 'echo', count);
  return withFolder(async (folder) => {
    const once = async (): Promise<StartFigures> =>
      contender.kind === 'none' ? withoutGateway(servers) : withGateway(contender, program, servers, folder);
    return { first: await once(), second: await once() };
  });
}

async function withGateway(
  contender: Contender,
  program: readonly [string, ...string[]],
  { entries }: Servers,
  folder: string,
): Promise<StartFigures> {
  const port = await freePort();
  const opened = await openGateway(contender, { servers: entries, folder, port, program });
  try {
    const names = entries.map(({ name }) => contender.toolName(name, 'echo'));
    const list = await untilListed(opened.driver, names, opened.startedAt);
    const pids = gatewayProcesses(opened.roots);
    const figures = { list, cpu: cpuOf(pids) / 1000, memory: memoryOf(pids) };
    await opened.driver.request('tools/call', { name: names[0], arguments: { text: 'x' } });
    return { ...figures, call: performance.now() - opened.startedAt };
  } finally {
    await opened.close();
  }
}

/**
 * Time until the tools of nine servers are listed: with a tenth like them, with a dead one, with a mute one. Infinite
 * when they never are.
 */
export interface BadCompany {
  readonly none: number;
  readonly dead: number;
  readonly mute: number;
}

const bad: Readonly<Record<keyof BadCompany, readonly string[]>> = {
  none: [programFile('echo-stdio.mjs')],
  dead: ['--eval', 'process.exit(1)'],
  mute: ['--eval', 'process.stdin.resume()'],
};

export async function measureBadCompany(
  contender: Contender,
  program: readonly [string, ...string[]],
): Promise<BadCompany> {
  const servers = await provideServers('stdio', 'echo', 9);
  const names = servers.entries.map(({ name }) => contender.toolName(name, 'echo'));
  const list = async (kind: keyof BadCompany): Promise<number> =>
    withFolder(async (folder) => {
      const entries = [{ name: 'tenth', command: process.execPath, args: bad[kind] }, ...servers.entries];
      const opened = await openGateway(contender, { servers: entries, folder, port: await freePort(), program });
      try {
        return await untilListed(opened.driver, names, opened.startedAt);
      } finally {
        await opened.close();
      }
    });
  const orNever = async (kind: keyof BadCompany): Promise<number> => list(kind).catch(() => Number.POSITIVE_INFINITY);
  return { none: await list('none'), dead: await orNever('dead'), mute: await orNever('mute') };
}

/** The client starts all of them itself, at once. */
async function withoutGateway({ entries }: Servers): Promise<StartFigures> {
  const startedAt = performance.now();
  const drivers = entries.flatMap((entry) => ('command' in entry ? [stdioDriver(entry)] : []));
  try {
    await Promise.all(drivers.map(async (driver) => (await driver.connect(), driver.request('tools/list', {}))));
    const list = performance.now() - startedAt;
    await drivers[0]?.request('tools/call', { name: 'echo', arguments: { text: 'x' } });
    return { list, call: performance.now() - startedAt, cpu: 0, memory: 0 };
  } finally {
    await Promise.all(drivers.map(async (driver) => driver.close()));
    await endAll(drivers.map(({ pid }) => pid));
  }
}
