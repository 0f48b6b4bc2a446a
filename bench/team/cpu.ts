import { Agent, request } from 'node:http';
import { openSession } from '../../test/gateway/team/support/team-client.ts';
import { startTeam, type Team, TOKEN } from '../../test/gateway/team/support/team.ts';
import { cpuOf } from '../gateway/processes.ts';
import { type Finding, finding } from './report.ts';
import { inParallel, quantile, waitingServer } from './traffic.ts';

const ROUNDS = 6;
const CALLS = 3000;
/** For each replica. */
const AT_ONCE = 16;

type Era = 'modern' | 'legacy';

/** CPU time of a gateway per call: embedded, with Redis, and with Redis and a limit, in alternating rounds. */
export async function measureCpu(): Promise<Finding> {
  const teams = {
    redis: await startTeam({ servers: waitingServer, replicas: 1 }),
    embedded: await startTeam({ servers: waitingServer, replicas: 1, state: 'memory' }),
    'redis with a limit': await startTeam({ servers: waitingServer, replicas: 1, words: ['--rate', '1000000'] }),
  };
  try {
    const figures: Record<string, number> = {};
    for (const era of ['modern', 'legacy'] as const) {
      const rounds = new Map<string, number[]>(Object.keys(teams).map((name) => [name, []]));
      for (let round = 0; round <= ROUNDS; round += 1) {
        const all = Object.entries(teams);
        // Forth and back, so that none is always measured first.
        for (const [name, team] of round % 2 === 0 ? all : all.toReversed()) {
          const cpu = await cpuPerCall(team, era);
          // The first one warms up.
          if (round > 0) rounds.get(name)?.push(cpu);
        }
      }
      for (const [name, values] of rounds) figures[`${era}, ${name}`] = quantile(values, 0.5);
    }
    const share = (era: Era, name: string): number =>
      (figures[`${era}, ${name}`] ?? 0) / (figures[`${era}, embedded`] ?? 1);
    return finding(
      'CPU time of the gateway per call, µs (median of alternating rounds)',
      {
        ...Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, value.toFixed(0)])),
        'modern, redis / embedded': share('modern', 'redis').toFixed(2),
        'legacy, redis / embedded': share('legacy', 'redis').toFixed(2),
        'modern, redis with a limit / embedded': share('modern', 'redis with a limit').toFixed(2),
        'legacy, redis with a limit / embedded': share('legacy', 'redis with a limit').toFixed(2),
      },
      {
        'modern at most 1.3 times': share('modern', 'redis') <= 1.3,
        'legacy at most 1.3 times': share('legacy', 'redis') <= 1.3,
        'modern with a limit at most 1.3 times': share('modern', 'redis with a limit') <= 1.3,
        'legacy with a limit at most 1.3 times': share('legacy', 'redis with a limit') <= 1.3,
      },
    );
  } finally {
    for (const team of Object.values(teams)) await team.close();
  }
}

/** Without the balancer, on kept connections, so that little but the gateway is measured. */
export async function cpuPerCall({ replicas }: Pick<Team, 'replicas'>, era: Era, calls = CALLS): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * replicas.length });
  try {
    const targets = await Promise.all(
      replicas.map(async ({ port }) => ({ port, session: era === 'legacy' ? await openSession(port) : '' })),
    );
    const pids = replicas.map(({ pid }) => pid);
    const before = cpuOf(pids);
    await inParallel(calls, AT_ONCE * replicas.length, async (index) => {
      const { port, session } = targets[index % targets.length] ?? { port: 0, session: '' };
      await call(agent, port, era, session, index + 10);
    });
    return (cpuOf(pids) - before) / calls;
  } finally {
    agent.destroy();
  }
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function call(agent: Agent, port: number, era: Era, session: string, id: number): Promise<void> {
  const params = { name: 'wait', arguments: { ms: 0 }, ...(era === 'modern' && { _meta: meta }) };
  const own =
    era === 'modern'
      ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'wait' }
      : { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': session };
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...own,
  };
  await new Promise<void>((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) done();
        else fail(new Error(`HTTP ${response.statusCode}`));
      });
    });
    sent.on('error', fail);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  });
}
