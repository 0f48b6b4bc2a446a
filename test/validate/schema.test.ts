import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogFile } from '../../scripts/generators/schema.ts';
import type { Value } from '../../src/model/value.ts';
import { collect } from '../../src/validate/report.ts';
import { checkServer } from '../../src/validate/server-rules.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Issues about a definition that can be used as it is; editors stay silent about them. */
const advice = new Set(['transport-inferred', 'field-unused', 'name-differs', 'switch-conflict']);

function complaints(server: unknown): string[] {
  const { issues, report } = collect();
  checkServer(server as Value, ['x'], report);
  return issues.map(({ code }) => code).filter((code) => !advice.has(code));
}

const mostly = <T>(value: fc.Arbitrary<T>, ...wrong: unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: value }, { weight: 1, arbitrary: fc.constantFrom(...wrong) });

const text = fc.constantFrom('npx', 'x y', '${VAR}');
const texts = mostly(fc.array(mostly(text, 1, null), { maxLength: 2 }), 'text', null, {});
const textMap = mostly(fc.dictionary(fc.constantFrom('A', 'b-c'), mostly(text, 1, true, null)), 'text', null, []);
const flag = mostly(fc.boolean(), 'yes', 1, null);
const urls = fc.constantFrom(
  'https://example.com/mcp',
  'http://localhost:3000',
  '${URL}',
  'https://${HOST:-x}/',
  ' http://x',
);
const badUrls = ['', 'example.com', 'ftp://example.com', 'https://', 'http://?x', '$URL', '${ X }', '!echo', 5, null];

// An empty command beside a url counts as none for us, which a schema cannot say; so empty commands stand alone.
const target = fc.oneof(
  fc.record({ command: mostly(text, '', 1, null) }),
  fc.record({ url: mostly(urls, ...badUrls) }),
  fc.record({ command: text, url: urls }),
  fc.constant({}),
);
const options = fc.record(
  {
    transport: mostly(fc.constantFrom('stdio', 'http', 'sse'), 'tcp', null, 1),
    args: texts,
    env: textMap,
    cwd: mostly(text, 1),
    headers: textMap,
    disabled: flag,
    enabled: flag,
    timeout: mostly(fc.constantFrom(1, 0.5, 30), 0, -1, '30', null),
    retries: mostly(fc.constantFrom(0, 3), -1, 1.5, '3', null),
    platforms: mostly(fc.constant(['darwin', 'linux', 'windows']), ['beos'], 'linux', [1]),
    auth: mostly(fc.constant({ type: 'oauth', credentialId: 'x' }), { type: 'basic' }, {}, 'oauth', null),
    tools: mostly(fc.constant({ allow: ['a'], deny: [] }), { allow: 'a' }, { deny: [1] }),
    title: mostly(text, 1),
    description: mostly(text, null),
    name: text,
    somethingElse: fc.constantFrom(1, null, 'x', []),
  },
  { requiredKeys: [] },
);

describe('the schema of plugboard.json and the rules', () => {
  it('accept the same servers', () => {
    let accepted = 0;
    // A shorter run may have too few that are accepted.
    const runs = Math.max(500, propertyRuns) * 4;
    fc.assert(
      fc.property(target, options, (what, how) => {
        const server = { ...how, ...what };
        const valid = catalogFile.safeParse({ servers: { x: server } }).success;
        const found = complaints(server);
        if (valid) accepted += 1;
        expect({ valid, found }).toEqual({ valid: found.length === 0, found });
      }),
      { numRuns: runs },
    );
    expect(accepted).toBeGreaterThan(runs / 20);
    expect(accepted).toBeLessThan(runs * 0.9);
  });

  it.each(['a', 'My.Server_2-x', 'constructor', 'x'.repeat(100), '', 'x'.repeat(101), 'a b', 'größe'])(
    'agree about the name %j',
    (name) => {
      const { issues, report } = collect();
      checkServer({ command: 'npx' }, [name], report);
      expect(catalogFile.safeParse({ servers: { [name]: { command: 'npx' } } }).success).toBe(issues.length === 0);
    },
  );
});
