import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../../src/opencode/server/free-port.ts';
import { type Entries, type GatewayHome, gatewayHome } from '../../probe/serve.ts';
import { listening, type RedisServer, startRedis } from './redis.ts';

export const TOKEN = 'a-token-that-is-only-good-for-this-one-test-0';
const nginxConfig = fileURLToPath(new URL('../../../../examples/team/nginx.conf', import.meta.url));

/** One `plugboard serve` process. */
export interface ReplicaProcess {
  readonly port: number;
  readonly pid: number;
  /** What it said on stderr. */
  readonly said: () => string;
  kill(): Promise<void>;
  /** Asks it to shut down and resolves when it has. */
  stop(): Promise<void>;
}

export interface Team {
  readonly home: GatewayHome;
  readonly redis: RedisServer;
  /** Of the balancer. */
  readonly port: number;
  readonly replicas: ReplicaProcess[];
  /** Starts one at the port of a replica that has ended. */
  startAgain(port: number): Promise<ReplicaProcess>;
  close(): Promise<void>;
}

export interface TeamOptions {
  readonly servers: Entries;
  readonly replicas?: number;
  readonly words?: readonly string[];
  /** Instead of a new Redis. */
  readonly state?: string;
}

/** Replicas behind nginx, with the configuration of the example. */
export async function startTeam({ servers, replicas: count = 2, words = [], state }: TeamOptions): Promise<Team> {
  const redis = await startRedis();
  const home = gatewayHome(servers);
  const startAt = async (port: number): Promise<ReplicaProcess> => {
    const own = ['--http', String(port), '--names', 'plain', '--state', state ?? redis.url, ...words];
    const { command, cwd, env } = home.serve(...own);
    const [node, ...args] = command;
    const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await listening(port, child).catch((error: Error) => {
      throw new Error(`${error.message} ${said}`);
    });
    await ready(port);
    return {
      port,
      pid: child.pid ?? 0,
      said: () => said,
      kill: async () => end(child, 'SIGKILL'),
      stop: async () => end(child, 'SIGTERM'),
    };
  };
  const ports: number[] = [];
  for (let index = 0; index < count; index += 1) ports.push(await freePort());
  const replicas = await Promise.all(ports.map(startAt));
  const balancer = await startNginx(ports);
  return {
    home,
    redis,
    port: balancer.port,
    replicas,
    async startAgain(port) {
      const again = await startAt(port);
      replicas.push(again);
      return again;
    },
    async close() {
      await balancer.close();
      await Promise.all(replicas.map((replica) => replica.kill()));
      await redis.close();
      home.remove();
    },
  };
}

async function ready(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status === 200) return;
  }
}

async function startNginx(ports: readonly number[]): Promise<{ port: number; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'plugboard-nginx-'));
  const port = await freePort();
  const upstreams = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join('\n');
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const config = readFileSync(nginxConfig, 'utf8')
    .replace(/(?:\s*server gateway-\d:7420[^;]*;)+/, `\n${upstreams}`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('http {', `http {\naccess_log off;\n${places.join('\n')}`);
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\ndaemon off;\nworker_processes 1;\n${config}`);
  const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')];
  const child = spawn('nginx', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  await listening(port, child);
  return {
    port,
    async close() {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}
