import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../src/opencode/server/free-port.ts';
import { gatewayHome } from '../../test/gateway/probe/serve.ts';
import { startRedis } from '../../test/gateway/team/support/redis.ts';
import { type Finding, finding } from './report.ts';
import { waitingServer } from './traffic.ts';

const TOKEN = 'a-token-that-is-only-good-for-this-one-test-0';
const CUT_MS = 10_000;

/**
 * A replica in a network namespace of its own whose packets to Redis vanish: no connection is refused or reset. Its
 * client is in the same namespace, which the cut does not affect.
 */
export async function measureNetworkCut(): Promise<Finding> {
  const name = `plug${process.pid}`;
  const [outside, inside] = [`${name}a`.slice(-15), `${name}b`.slice(-15)];
  const ip = (...words: readonly string[]): void => void execFileSync('ip', words, { stdio: 'ignore' });
  try {
    ip('netns', 'add', name);
  } catch {
    return finding('network cut between replica and Redis', { 'not run': 'network namespaces are not permitted here' });
  }
  const home = gatewayHome(waitingServer);
  const children: ChildProcess[] = [];
  const redis = await startRedis(['--bind', '0.0.0.0', '--protected-mode', 'no']);
  try {
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside);
    ip('link', 'set', inside, 'netns', name);
    ip('addr', 'add', '10.211.0.1/30', 'dev', outside);
    ip('link', 'set', outside, 'up');
    ip('-n', name, 'addr', 'add', '10.211.0.2/30', 'dev', inside);
    ip('-n', name, 'link', 'set', inside, 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    const port = await freePort();
    const { command, cwd, env } = home.serve('--http', String(port), '--names', 'plain', '--state', `redis://10.211.0.1:${redis.port}`); // prettier-ignore
    children.push(spawn('ip', ['netns', 'exec', name, ...command], { cwd, env, stdio: 'ignore' }));
    const ask = (body: object | undefined, path: string, session?: string): Answer =>
      curl(name, port, path, body, session);
    while (ask(undefined, '/ready').status !== 200) await pause(50);
    const session = ask(initialize, '/mcp').session;
    const call = (): Answer => ask({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait', arguments: {} } }, '/mcp', session); // prettier-ignore
    const before = call();
    // Packets are dropped without an error, unlike with a closed connection.
    ip('addr', 'del', '10.211.0.1/30', 'dev', outside);
    const cutAt = performance.now();
    const during: Answer[] = [];
    let degradedMs = 0;
    while (performance.now() - cutAt < CUT_MS) {
      during.push(call());
      if (degradedMs === 0 && ask(undefined, '/ready').text.includes('degraded'))
        degradedMs = performance.now() - cutAt;
    }
    ip('addr', 'add', '10.211.0.1/30', 'dev', outside);
    const backAt = performance.now();
    while (!ask(undefined, '/ready').text.includes('"ready"')) await pause(50);
    const healedMs = performance.now() - backAt;
    const failed = during.filter(({ status }) => status !== 200).length;
    return finding(
      'network cut between replica and Redis for 10 s (packets vanish)',
      {
        'calls meanwhile': during.length,
        failed,
        'slowest call meanwhile, ms': Math.round(Math.max(...during.map(({ ms }) => ms))),
        'degraded after, ms': Math.round(degradedMs),
        'ready again after, ms': Math.round(healedMs),
        'call afterwards': call().status,
      },
      { 'call before': before.status === 200, 'no call fails': failed === 0, degraded: degradedMs > 0 },
    );
  } finally {
    for (const child of children) {
      for (const pid of execFileSync('ip', ['netns', 'pids', name]).toString().split('\n').filter(Boolean)) process.kill(Number(pid)); // prettier-ignore
      if (child.exitCode === null) await once(child, 'exit');
    }
    ip('netns', 'del', name);
    await redis.close();
    home.remove();
  }
}

interface Answer {
  readonly status: number;
  readonly session: string;
  readonly text: string;
  readonly ms: number;
}

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'cut', version: '1' } },
};

/** One request by a program in the namespace. */
function curl(name: string, port: number, path: string, body?: object, session = ''): Answer {
  const script = `const [url, token, body, session] = process.argv.slice(1);
    const began = performance.now();
    fetch(url, { ...(body && { method: 'POST', body }), headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json',
      accept: 'application/json, text/event-stream', ...(session && { 'mcp-session-id': session }) } })
      .then(async (r) => console.log(JSON.stringify({ status: r.status, session: r.headers.get('mcp-session-id') ?? '', text: await r.text(), ms: performance.now() - began })),
        () => console.log(JSON.stringify({ status: 0, session: '', text: '', ms: performance.now() - began })))`;
  const words = ['netns', 'exec', name, process.execPath, '-e', script, `http://127.0.0.1:${port}${path}`, TOKEN, body ? JSON.stringify(body) : '', session]; // prettier-ignore
  return JSON.parse(execFileSync('ip', words).toString()) as Answer;
}
