import { InMemoryTransport } from '@modelcontextprotocol/server';
import { type App, buildServer, makeApp, readSettings, type SettingFlags } from '../../../src/library/opencode.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { Peer, type Wire } from './peer.ts';
import type { World } from './world.ts';

export interface InProcess {
  readonly app: App;
  readonly peer: Peer;
  readonly lines: string[];
}

/** The server without a process of its own, and a client of it. */
export async function startInProcess(
  world: World,
  env: Readonly<Record<string, string>> = {},
  capabilities: object = {},
): Promise<InProcess> {
  const lines: string[] = [];
  const app = appFor(world, env, lines);
  return { app, peer: await connect(app, capabilities), lines };
}

export function appFor(
  world: World,
  env: Readonly<Record<string, string>>,
  lines: string[],
  flags: SettingFlags = { token: false },
): App {
  const all = { ...world.env, OPENCODE_LOG_LEVEL: 'debug', ...env };
  const host = { ...nodeHost(), env: all, home: world.home, cwd: world.project };
  const settings = readSettings(all, world.project, flags);
  return makeApp({ host, settings, version: '1.2.3', write: (line) => void lines.push(line) });
}

/** Another client of the same process. */
export async function connect(app: App, capabilities: object = {}): Promise<Peer> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await buildServer(app).connect(theirs);
  const peer = new Peer((message) => void ours.send(message as never));
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it has no other way.
  ours.onmessage = (message) => peer.receive(message as Wire);
  await ours.start();
  await peer.open(capabilities);
  return peer;
}
