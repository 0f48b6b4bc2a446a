import { hideSecrets } from '../../src/api/secrets/hide-secrets.ts';
import { unifiedDiff } from '../../src/manage/compare/diff.ts';
import { masked, targetOfServer } from '../../src/manage/secrets/masked-server.ts';
import { withoutSecrets } from '../../src/manage/secrets/without-secrets.ts';
import { secretsIn } from '../../src/model/secrets/plain-secrets.ts';
import type { Server } from '../../src/model/server.ts';
import type { Value } from '../../src/model/value.ts';
import { createMask } from '../../src/runtime/connect/mask.ts';
import { TrafficTap } from '../../src/runtime/connect/session/traffic.ts';
import { ErrorTail } from '../../src/runtime/connect/stdio/error-tail.ts';
import { describeForApproval } from '../../src/runtime/trust/describe-for-approval.ts';
import { KnownValues } from '../../src/runtime/values/known-values.ts';
import { maskDeep } from '../../src/runtime/values/mask-deep.ts';
import { resolveServer } from '../../src/runtime/values/resolve-server.ts';
import { Random } from '../random.ts';
import type { FuzzTarget } from '../target.ts';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

interface Placed {
  readonly server: Server;
  readonly env: Record<string, string>;
}

type Place = (secret: string) => Placed;

const program = (args: string[], env: Record<string, string> = {}): Placed => ({
  server: { command: 'server', args: ['--verbose', ...args, 'last'] },
  env,
});
const address = (url: string): Placed => ({ server: { url }, env: {} });
const coded = encodeURIComponent;

/** Where a definition can contain a secret. */
const places: readonly Place[] = [
  (secret) => program(['--api-key', secret]),
  (secret) => program([`--password=${secret}`]),
  (secret) => program(['-k', secret]),
  (secret) => program([`-p=${secret}`]),
  (secret) => program(['-H', `Authorization: Bearer ${secret}`]),
  (secret) => program(['-u', `me:${coded(secret)}`]),
  (secret) => program([`https://${coded(secret)}@host.example/x`]),
  (secret) => program(['${SOME_VALUE}'], { SOME_VALUE: secret }),
  (secret) => ({ server: { command: 'server', env: { API_TOKEN: secret } }, env: {} }),
  (secret) => ({ server: { command: 'server', env: { X: '${SOME_VALUE}' } }, env: { SOME_VALUE: secret } }),
  (secret) => ({ server: { command: 'server', env: { X: 'SOME_VALUE' } }, env: { SOME_VALUE: secret } }),
  (secret) => ({ server: { url: 'https://host.example/mcp', headers: { 'X-Api-Key': secret } }, env: {} }),
  (secret) => address(`https://${coded(secret)}@host.example/mcp`),
  (secret) => address(`https://me:${coded(secret)}@host.example/mcp`),
  (secret) => address(`https://host.example/mcp?zz=${coded(secret)}&page=1`),
  (secret) => address(`https://host.example/mcp?token=${coded(secret)}`),
];

/** How a server may repeat a value it was given. */
const spellings: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  coded,
  (secret) =>
    coded(secret).toLowerCase().includes('%') ? coded(secret).replaceAll(/%../g, (code) => code.toLowerCase()) : secret,
  (secret) => JSON.stringify({ secret }),
  (secret) => JSON.stringify(JSON.stringify(secret)),
  (secret) => Buffer.from(secret).toString('base64'),
  (secret) => Buffer.from(`me:${secret}`).toString('base64'),
  (secret) => Buffer.from(`{"a":"${secret}"}`).toString('base64url'),
];

/**
 * Sometimes with characters that URLs or JSON escape. The end alternates letters and digits: random letters can look
 * like words, which cannot be distinguished from secrets.
 */
function makeSecret(random: Random): string {
  const length = 14 + random.below(30);
  const letters = Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]);
  const sign = random.pick(['', '', '/', '+', '=', '"', '%', 'ü', '&', '#']);
  return `${letters.join('')}${sign}7x7Q`;
}

/** Everything shown, stored or logged about a server that repeats its secret. */
async function sinksOf({ server, env }: Placed, said: string, random: Random): Promise<Record<string, string>> {
  const file = JSON.stringify({ mcpServers: { one: server } }, undefined, 2);
  const { secrets } = await resolveServer({ name: 'one', server }, { env });
  const known = new KnownValues();
  known.add(secrets);
  const mask = createMask({ secrets });
  const heard: string[] = [];
  new TrafficTap(mask, (traffic) => heard.push(JSON.stringify(traffic))).note('server', {
    method: 'x',
    params: { said, [said]: 1 },
  });
  const lines: string[] = [];
  const tail = new ErrorTail(mask, (line) => lines.push(line));
  const bytes = Buffer.from(`started ${said} and so on\n`);
  const cut = random.below(bytes.length);
  tail.push(bytes.subarray(0, cut));
  tail.push(bytes.subarray(cut));
  return {
    list: targetOfServer(server),
    get: JSON.stringify(masked(server as Value)),
    diff: unifiedDiff({ path: 'a', before: '{}\n', after: file }),
    page: JSON.stringify([hideSecrets(server).shown, hideSecrets(server).masks]),
    export: JSON.stringify(withoutSecrets('one', server)),
    // What a project wrote is shown in full there; only the person's own variables are not.
    approval: isOwn(env) ? approvalText(server, env) : '',
    doctor: JSON.stringify(secretsIn(server).map(({ path, name }) => [path, name])),
    'standard error': lines.join('\n'),
    protocol: heard.join('\n'),
    output: known.mask(`The server says: ${said}.`),
    cut: known.mask(`The server says: ${said.slice(0, 12)}…`),
    quoted: mask(`The token ${said.slice(0, 12)}${random.pick(['...', '…', '****', String.raw`\u2026`])} is invalid.`),
    answer: JSON.stringify(maskDeep({ said, [said]: [said] }, (text) => known.mask(text))),
  };
}

function isOwn(env: Record<string, string>): boolean {
  return Object.keys(env).length > 0;
}

function approvalText(server: Server, env: Record<string, string>): string {
  return describeForApproval({ name: 'one', server }, env).lines.join('\n');
}

export const secretsTarget: FuzzTarget = {
  name: 'secrets',
  promise:
    'A secret of a definition is in nothing that is shown, kept or logged, however a server repeats it; only the text before an approval shows all that a project wrote.',
  runsInTests: 1500,
  async attack(runs, seed) {
    const random = new Random(seed);
    const failures: string[] = [];
    let sinks = 0;
    for (let run = 0; run < runs; run += 1) {
      const [at, how] = [random.below(places.length), random.below(spellings.length)];
      const secret = makeSecret(random);
      const said = (spellings[how] as (secret: string) => string)(secret);
      const placed = (places[at] as Place)(secret);
      const shown = await sinksOf(placed, said, random);
      if (!isOwn(placed.env) && ![secret, coded(secret)].some((one) => approvalText(placed.server, {}).includes(one)))
        failures.push(`run ${run}: the approval hides a part, place ${at}, secret ${secret}`);
      for (const [sink, text] of Object.entries(shown)) {
        sinks += 1;
        const telling = [secret.slice(0, 10), secret.slice(2, 12), coded(secret).slice(-10), core(said, how)];
        if (telling.some((part) => part !== '' && text.includes(part)))
          failures.push(`run ${run}: ${sink}, place ${at}, spelling ${how}, secret ${secret}`);
      }
    }
    return { runs, figures: { 'texts searched': sinks }, failures };
  },
};

/** The middle of a base64 text, which encodes only the secret. */
function core(said: string, how: number): string {
  return how >= 5 ? said.slice(8, 16) : '';
}
