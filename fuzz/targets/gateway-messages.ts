import { type Front, httpFront, stdioFront, untilOffered } from '../gateway/front.ts';
import { clientMessage, serverMessage } from '../gateway/messages.ts';
import { mutated } from '../gateway/mutate.ts';
import { type Arena, arena } from '../gateway/program.ts';
import { Random } from '../random.ts';
import type { FuzzReport, FuzzTarget } from '../target.ts';

const fronts = { stdio: stdioFront, HTTP: httpFront };
type FrontName = keyof typeof fronts;

/** Interval between checks that a valid call still works. */
const BATCH = 16;

/** Texts from a client, most of which are not valid messages. */
function fromClient(front: FrontName): FuzzTarget {
  return {
    name: `gateway: messages of a client over ${front}`,
    promise:
      'the gateway survives every text, a server gets only JSON that every reader reads in the same way, nothing denied ' +
      'is called, and what the server read is what the audit log says was passed on.',
    runsInTests: 480,
    attack: async (runs, seed) =>
      inArena('stdio', async (place) => {
        const random = new Random(seed);
        const client = await fronts[front](place, '--only', 'attacked', '--names', 'plain', '--deny', 'danger');
        const sent = await attack(client, runs, {
          batch: (from) =>
            Array.from({ length: BATCH }, (_, index) => mutated(clientMessage(random, from + index), random)),
          send: async (text) => client.send(text),
          check: async () => expectText(await client.request('tools/call', { name: 'safe', arguments: { a: 1 } })),
        });
        await client.close();
        return reportOf(place, client, sent, [...deniedIn(place), ...differencesIn(place)]);
      }),
  };
}

/** Texts from a server in place of a response. */
function fromServer(kind: 'stdio' | 'http', front: FrontName): FuzzTarget {
  return {
    name: `gateway: messages of ${kind === 'http' ? 'an HTTP' : 'a stdio'} server to a client over ${front}`,
    promise:
      'the gateway survives every text, the client gets only JSON that every reader reads in the same way, every call is ' +
      'answered exactly once, and calls to another server go on.',
    runsInTests: 480,
    attack: async (runs, seed) =>
      inArena(kind, async (place) => {
        const random = new Random(seed);
        const client = await fronts[front](place, '--names', 'prefixed');
        await untilOffered(client, 'mcp_attacked_say', 'mcp_other_safe');
        const say = async (text: string): Promise<void> => {
          const given = { text: Buffer.from(text).toString('base64'), stream: random.below(2) === 0 };
          await client.request('tools/call', { name: 'mcp_attacked_say', arguments: given });
        };
        const sent = await attack(client, runs, {
          batch: () => Array.from({ length: BATCH }, () => mutated(serverMessage(random), random)),
          send: say,
          check: async () => {
            expectText(await client.request('tools/call', { name: 'mcp_other_safe', arguments: { a: 1 } }));
          },
        });
        await client.close();
        return reportOf(place, client, sent, []);
      }),
  };
}

export const gatewayMessages: readonly FuzzTarget[] = [
  fromClient('stdio'),
  fromClient('HTTP'),
  fromServer('stdio', 'stdio'),
  fromServer('stdio', 'HTTP'),
  fromServer('http', 'stdio'),
  fromServer('http', 'HTTP'),
];

async function inArena(kind: 'stdio' | 'http', work: (place: Arena) => Promise<FuzzReport>): Promise<FuzzReport> {
  const place = await arena(kind);
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

interface Attack {
  batch(from: number): string[];
  send(text: string): Promise<void>;
  /** Rejects when a valid call no longer works. */
  check(): Promise<void>;
}

/** Sends several at a time. Returns how many were sent; ends early when nothing works any more. */
async function attack(client: Front, runs: number, how: Attack): Promise<number> {
  let sent = 0;
  while (sent < runs && client.death === undefined) {
    const texts = how.batch(sent);
    try {
      const results = await Promise.allSettled(texts.map(async (text) => how.send(text)));
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') client.faults.push(`${String(result.reason)} after ${texts[index]}`);
      }
      await how.check();
    } catch (error) {
      client.faults.push(`${String(error)} after one of: ${texts.join('\n')}`);
      return sent;
    }
    sent += texts.length;
  }
  return sent;
}

function expectText(answer: string): void {
  if (!answer.includes('{\\"a\\":1}')) throw new Error(`a good call was answered with ${answer.slice(0, 300)}`);
}

function reportOf(place: Arena, client: Front, runs: number, others: readonly string[]): FuzzReport {
  const received = [...place.notes('attacked'), ...place.notes('other')];
  const unreadable = received.flatMap(({ fault, line }) =>
    fault === undefined ? [] : [`a server got a text that ${fault}: ${line}`],
  );
  const deaths = client.death === undefined || client.death.startsWith('ended with 0') ? [] : [client.death];
  return {
    runs,
    figures: { 'passed on': received.length, deaths: deaths.length, unreadable: unreadable.length },
    failures: [...deaths, ...client.faults, ...unreadable, ...others],
  };
}

function deniedIn(place: Arena): string[] {
  const isCalled = place.notes('attacked').some(({ method, name }) => method === 'tools/call' && name === 'danger');
  return isCalled ? ['the denied tool was called'] : [];
}

/** The gateway's decisions are in the audit log, the messages received in the server's record. */
function differencesIn(place: Arena): string[] {
  const read = place.notes('attacked').filter(({ method }) => method === 'tools/call');
  const decided = place.audit().filter(({ method }) => method === 'tools/call');
  const names = new Set([...read.map(({ name }) => name), ...decided.map(({ item }) => item)]);
  return [...names].flatMap((name) => {
    const there = read.filter((note) => note.name === name).length;
    const here = decided.filter(({ item }) => item === name);
    // Canceled or failed messages may not have been sent.
    const least = here.filter(({ outcome }) => outcome === 'ok' || outcome === 'tool-error').length;
    return there < least || there > here.length ? [`${name}: ${here.length} passed on, ${there} read`] : [];
  });
}
