import { request } from 'node:http';
import { openCallback } from '../../src/runtime/sign-in/callback/callback-server.ts';
import { Random } from '../random.ts';
import type { FuzzTarget } from '../target.ts';

const PATH = '/back';

/** Sends hostile requests to the sign-in callback, and then the valid one. */
export const callbackQueries: FuzzTarget = {
  name: 'Callback queries',
  promise: 'No request without the true state ends a sign-in, and the true answer is taken after all of them.',
  runsInTests: 1000,
  async attack(runs, seed) {
    const random = new Random(seed);
    const state = Buffer.from(Array.from({ length: 32 }, () => random.below(256))).toString('base64url');
    const callback = await openCallback({ hostname: '127.0.0.1', port: 0, path: PATH }, state);
    const failures: string[] = [];
    const figures: Record<string, number> = {};
    const taken: unknown[] = [];
    void callback.arrived.then((arrival) => taken.push(arrival));
    try {
      for (let run = 0; run < runs && taken.length === 0; run += 1) {
        const asked = randomRequest(random, state);
        const status = await send(callback.redirectUrl, asked);
        figures[String(status)] = (figures[String(status)] ?? 0) + 1;
        if (taken.length > 0 || status === 200) failures.push(`taken for the answer: ${JSON.stringify(asked)}`);
      }
      if (taken.length === 0) {
        const answered = send(callback.redirectUrl, { method: 'GET', path: `${PATH}?code=right&state=${state}` });
        const { params, answer } = await callback.arrived;
        if (params.get('code') !== 'right') failures.push('the true answer was not taken');
        answer(true, 'Done', '');
        if ((await answered) !== 200) failures.push('the true answer was refused');
      }
    } finally {
      await callback.close();
    }
    return { runs, figures, failures };
  },
};

interface Asked {
  readonly method: string;
  readonly path: string;
}

/** Zero when the connection was closed without a response. */
async function send(url: string, { method, path }: Asked): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    request({ hostname, port, method, path, agent: false }, (response) => {
      response.resume().once('close', () => done(response.statusCode ?? 0));
    })
      .once('error', () => done(0))
      .end();
  });
}

function randomRequest(random: Random, state: string): Asked {
  const method = random.pick(['GET', 'GET', 'GET', 'GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'DELETE']);
  const place = random.pick([PATH, PATH, PATH, PATH, '/', '/favicon.ico', `${PATH}/`, `/%62ack`, `//127.0.0.1${PATH}`]);
  const pairs = Array.from({ length: random.below(5) }, () => randomPair(random, state));
  // The valid response is not an attack.
  const isTrue = pairs.includes(`state=${state}`) && pairs.some((pair) => /^(?:code|error)=/.test(pair));
  const query = (isTrue ? [...pairs, 'state=another'] : pairs).join(random.pick(['&', '&', '&', ';', '&&']));
  return { method, path: query === '' ? place : `${place}?${query}` };
}

function randomPair(random: Random, state: string): string {
  const value = random.pick([
    () => 'x'.repeat(random.below(20_000)),
    () => encodeURIComponent(String.fromCodePoint(1 + random.below(0xd7fe))),
    () => `${state}${random.pick(['%00', '%20', '=', 'A'])}`,
    () => state.slice(0, random.below(state.length)),
    () => '%',
    () => '',
  ])();
  return random.pick([
    `code=${value}`,
    `error=${value}`,
    `state=${value}`,
    `state=${state}`,
    `iss=${value}`,
    `error_description=${value}`,
    value,
  ]);
}
