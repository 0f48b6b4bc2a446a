import { fileURLToPath } from 'node:url';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import { frameOf } from '../../src/gateway/message/frame.ts';
import type { Gateway, GatewaySession } from '../../src/gateway/session/session.ts';
import { resolveServer } from '../../src/runtime/values/resolve-server.ts';
import { Random } from '../random.ts';
import type { FuzzReport, FuzzTarget } from '../target.ts';

const program = fileURLToPath(new URL('../../test/gateway/faults/faulty-server.mjs', import.meta.url));
const CLIENTS = 6;
const LONGEST_WAIT_MS = 60_000;

/** One client request and its outcome. */
interface Asked {
  readonly name: string;
  readonly client: Client;
  answers: number;
  isAnsweredWell: boolean;
  isCancelled: boolean;
}

interface Client {
  readonly session: GatewaySession;
  readonly asked: Map<number, Asked>;
  isGone: boolean;
}

/** Low limits, so that clients queue and are rejected all the time. */
const limits = { inFlight: 4, inFlightPerClient: 3, waitingPerClient: 5, callMs: 10 * LONGEST_WAIT_MS };

function startGateway(): Gateway {
  const { env } = process;
  return createGateway({
    servers: [{ name: 'one', server: { command: process.execPath, args: [program] } }],
    env,
    platform: process.platform as 'linux',
    resolve: async (toRun, signal) => resolveServer(toRun, { env, signal }),
    permission: async () => 'approved',
    clientInfo: { name: 'fuzz', version: '0' },
    graceMs: 300,
    wait: async () => {},
    cache: { read: async () => undefined, write: async () => {} },
    view: { names: 'plain' },
    limits,
  });
}

/** Clients of one gateway that call, hang, cancel and disconnect, in any order. */
class Attack {
  readonly all: Asked[] = [];
  readonly #gateway = startGateway();
  readonly #random: Random;
  #clients: Client[] = [];
  #lastId = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  get inFlight(): number {
    return this.#gateway.health().servers[0]?.inFlight ?? -1;
  }

  /** Waits until the tools are listed. */
  async begin(): Promise<void> {
    this.#clients = Array.from({ length: CLIENTS }, () => this.#open());
    const first = this.#ask(this.#pick(), 'echo');
    await this.#until(() => first.answers > 0);
  }

  act(): void {
    const client = this.#pick();
    const dice = this.#random.below(10_000);
    if (dice < 4500) this.#ask(client, 'echo');
    else if (dice < 6500) this.#ask(client, 'hang');
    else if (dice < 9900) this.#cancel(client);
    else if (dice < 9998) this.#leave(client);
    else this.#ask(client, 'crash');
  }

  /** Cancels hanging calls; then every other call must complete. */
  async end(): Promise<string[]> {
    for (const client of this.#clients)
      for (const [id, { name }] of client.asked) if (name === 'hang') this.#stop(client, id);
    const isOpen = (one: Asked): boolean => !one.isCancelled && !one.client.isGone && one.answers === 0;
    const isSettled = await this.#until(() => !this.all.some(isOpen) && this.inFlight === 0);
    const failures = isSettled ? [] : [`${this.all.filter(isOpen).length} calls open, ${this.inFlight} places held`];
    const twice = this.all.filter(({ answers }) => answers > 1).length;
    if (twice > 0) failures.push(`${twice} calls answered more than once`);
    await this.#gateway.close();
    return failures;
  }

  #pick(): Client {
    return this.#random.pick(this.#clients);
  }

  #open(): Client {
    const asked = new Map<number, Asked>();
    const session = this.#gateway.open({
      send({ message: { id, method, error } }) {
        const one = method === undefined ? asked.get(Number(id)) : undefined;
        if (!one) return;
        one.answers += 1;
        one.isAnsweredWell = error === undefined;
      },
    });
    return { session, asked, isGone: false };
  }

  #ask(client: Client, name: string): Asked {
    const id = (this.#lastId += 1);
    const one: Asked = { name, client, answers: 0, isAnsweredWell: false, isCancelled: false };
    client.asked.set(id, one);
    this.all.push(one);
    const params = { name, arguments: { text: 'x'.repeat(this.#random.below(100)) } };
    client.session.receive(frameOf({ jsonrpc: '2.0', id, method: 'tools/call', params }));
    return one;
  }

  /** One of its calls, possibly an answered one. */
  #cancel(client: Client): void {
    const ids = [...client.asked.keys()].slice(-20);
    if (ids.length > 0) this.#stop(client, this.#random.pick(ids));
  }

  #stop({ session, asked }: Client, id: number): void {
    const one = asked.get(id);
    if (one) one.isCancelled = true;
    const params = { requestId: id };
    session.receive(frameOf({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  }

  #leave(client: Client): void {
    client.isGone = true;
    void client.session.close();
    this.#clients[this.#clients.indexOf(client)] = this.#open();
  }

  async #until(condition: () => boolean): Promise<boolean> {
    const end = performance.now() + LONGEST_WAIT_MS;
    while (!condition() && performance.now() < end) await new Promise((done) => setTimeout(done, 5));
    return condition();
  }
}

async function attack(runs: number, seed: number): Promise<FuzzReport> {
  const attacked = new Attack(seed);
  await attacked.begin();
  for (let run = 0; run < runs; run += 1) {
    attacked.act();
    if (run % 16 === 0) await new Promise((done) => setTimeout(done, 1));
  }
  const failures = await attacked.end();
  const { all } = attacked;
  const figures = {
    calls: all.length,
    cancelled: all.filter(({ isCancelled }) => isCancelled).length,
    abandoned: all.filter(({ client }) => client.isGone).length,
    answered: all.filter(({ isAnsweredWell }) => isAnsweredWell).length,
    refused: all.filter(({ answers, isAnsweredWell }) => answers > 0 && !isAnsweredWell).length,
  };
  return { runs, figures, failures: failures.map((failure) => `seed ${seed}, ${runs} steps: ${failure}`) };
}

export const gatewayClients: FuzzTarget = {
  name: 'gateway-clients',
  promise:
    'However clients of a gateway call, hang, cancel and disconnect, each call is answered at most once, exactly once if its client waits, and no place at a server stays taken.',
  runsInTests: 3000,
  attack,
};
