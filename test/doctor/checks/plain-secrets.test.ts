import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeDocument } from '../../../src/clients/document.ts';
import { pathsOf } from '../../../src/clients/paths.ts';
import { clients } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import { discover } from '../../../src/discovery/discover.ts';
import { referenceFix } from '../../../src/doctor/checks/plain-secrets.ts';
import { createDoctorContext } from '../../../src/doctor/doctor-context.ts';
import type { Server } from '../../../src/model/server.ts';
import { secretsIn } from '../../../src/secrets/find/plain-secrets.ts';
import { clinic } from '../support/clinic.ts';
import { everyClient } from '../support/every-client.ts';

const token = fc
  .tuple(fc.integer({ min: 100_000_000, max: 999_999_999 }), fc.boolean())
  .map(([number, isShort]) =>
    isShort ? `ghp_a1${number}B2c3D4e5F6a1B2c3D4e5F6a1B2c3` : `sk-proj-${number}Ab12Cd34Ef56`,
  );

/** A secret, or a text that some clients would not write as it is. */
const text = fc.oneof(
  { weight: 5, arbitrary: token },
  fc.constantFrom(
    'plain',
    '${KNOWN}',
    '${KNOWN:-else}',
    '$HOME/x',
    '{env:KNOWN}',
    '!pass show x',
    '${input:key}',
    'a "b" \'c',
  ),
);

const named = (names: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(...names.map(() => fc.option(text, { nil: undefined })))
    .map((texts) =>
      Object.fromEntries(names.flatMap((name, at) => (texts[at] === undefined ? [] : [[name, texts[at]]]))),
    );

const env = named(['API_KEY', 'GITHUB_TOKEN', 'lower_token', 'with-dash-token', 'DB_PASSWORD', 'REGION', '__proto__x']);
const headers = named(['Authorization', 'X-Api-Key', 'x-token', 'X-Secret', 'Cookie', 'Accept']);
const bearer = token.map((secret) => ({ Authorization: `Bearer ${secret}` }));
const argument = fc.oneof(
  text,
  token.map((secret) => `--token=${secret}`),
  token.map((secret) => `https://example.com/?api_key=${secret}`),
  fc.constantFrom('-y', '--api-key', '-e', '--header', '-c', 'with space'),
);

const server: fc.Arbitrary<Server> = fc.oneof(
  fc.record({
    transport: fc.constant('stdio' as const),
    command: fc.constantFrom('npx', 'node', 'my tool', '${KNOWN}/bin/x'),
    args: fc.array(argument, { maxLength: 7 }),
    env,
  }),
  fc.record(
    {
      transport: fc.constantFrom('http' as const, 'sse' as const),
      url: fc.constantFrom('https://example.com/mcp', 'https://example.com/${KNOWN}/sse'),
      headers: fc.oneof(
        headers,
        fc.tuple(headers, bearer).map(([some, one]) => ({ ...some, ...one })),
      ),
      env,
      disabled: fc.boolean(),
    },
    { requiredKeys: ['transport', 'url', 'headers'] },
  ),
);

it('a secret can be repaired alone exactly if it can be repaired among all others', async () => {
  const seen = { fixes: 0, none: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(server, { minLength: 3, maxLength: 6 }), fc.boolean(), async (list, isOwnWords) => {
      const map = Object.fromEntries(list.map((one, at) => [`server-${at}`, one]));
      const { host } = clinic(isOwnWords ? await inOwnWords(map) : everyClient(map));
      const { entries } = await createDoctorContext(host, await discover(host), undefined);
      for (const subject of entries)
        for (const found of secretsIn(subject.entry.server)) {
          const [alone, among] = [true, false].map(
            (isNarrow) => referenceFix(host, subject, found, [found], isNarrow)?.title,
          );
          expect([subject.entry.client.id, found.path, alone]).toEqual([subject.entry.client.id, found.path, among]);
          seen[among === undefined ? 'none' : 'fixes'] += 1;
        }
    }),
    { numRuns: 10 },
  );
  expect(Math.min(seen.fixes, seen.none)).toBeGreaterThan(100);
});

/** What each client can say of these servers, in the file of the user. */
async function inOwnWords(map: Readonly<Record<string, Server>>): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const client of Object.values<Client>(clients)) {
    const location = client.locations.find(({ scope, variant }) => scope === 'user' && variant === undefined);
    const at = { home: '/home', env: {}, platform: 'linux', project: '/project' } as const;
    const [path] = location ? pathsOf(location, at) : [];
    if (path) files[path.replace(/^\/home\//, '~/')] ??= (await writeDocument(client, map, { scope: 'user' })).text;
  }
  return files;
}
