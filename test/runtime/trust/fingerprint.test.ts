import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Server } from '../../../src/model/server.ts';
import { fingerprintOf } from '../../../src/runtime/trust/approval.ts';
import { findByFingerprint } from '../../../src/runtime/trust/find-by-fingerprint.ts';
import type { ServerToRun } from '../../../src/runtime/types.ts';

const origin = { file: '/p/.mcp.json', client: 'claude-code', scope: 'project', project: '/p' } as const;
const of = (server: Server): ServerToRun => ({ name: 'one', server, origin });

const text = fc.oneof(fc.string(), fc.constantFrom('${A}', '${B:-x}', '!cmd', 'a', ''));
const entries = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('A', '__proto__', '1')), text);
const server: fc.Arbitrary<Server> = fc.record(
  {
    transport: fc.constantFrom('stdio' as const, 'http' as const, 'sse' as const),
    command: text,
    args: fc.array(text, { maxLength: 4 }),
    cwd: text,
    url: fc.oneof(text, fc.webUrl()),
    env: entries,
    headers: entries,
    auth: fc.record({ type: fc.constant('oauth' as const), credentialId: text }, { requiredKeys: ['type'] }),
  },
  { requiredKeys: [] },
);
const variables = fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.string());

describe('a fingerprint', () => {
  it('stays what it is from one version of the program to the next', () => {
    const definition = { command: 'npx', args: ['-y', 'a@1.0.0'], env: { KEY: '${KEY}' } };
    expect(fingerprintOf(of(definition), { KEY: 'x' })).toBe(
      '00a8f417ebc45da00d8ac745cba52be35c829c46492473a47edb3279c0047113',
    );
  });

  it('is the same for the same definition, whatever the order of keys', () => {
    fc.assert(
      fc.property(server, variables, (one, env) => {
        const turned = (map: object): object => Object.fromEntries(Object.entries(map).toReversed());
        const other = turned({
          ...one,
          ...(one.env && { env: turned(one.env) }),
          ...(one.headers && { headers: turned(one.headers) }),
          ...(one.auth && { auth: turned(one.auth) }),
        }) as Server;
        expect(fingerprintOf(of(other), env)).toBe(fingerprintOf(of(one), env));
      }),
    );
  });

  it('is another one for every other definition', () => {
    const effect = ({ transport, command, args, cwd, url, env, headers, auth }: Server): string =>
      JSON.stringify([
        transport ?? (!command && url ? 'http' : 'stdio'),
        [command, args, cwd, url],
        [env, headers, auth].map((map) => map && Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      ]);
    fc.assert(
      fc.property(server, server, variables, (one, other, env) => {
        fc.pre(effect(one) !== effect(other));
        expect(fingerprintOf(of(other), env)).not.toBe(fingerprintOf(of(one), env));
      }),
    );
  });

  it.each<[string, (server: Required<Pick<Server, 'env' | 'headers' | 'args'>> & Server) => Server]>([
    ['the transport', (it) => ({ ...it, transport: 'sse' })],
    ['the command', (it) => ({ ...it, command: 'b' })],
    ['an argument', (it) => ({ ...it, args: ['-y', 'pkg@1.0.1'] })],
    ['an argument more', (it) => ({ ...it, args: [...it.args, ''] })],
    ['the order of arguments', (it) => ({ ...it, args: it.args.toReversed() })],
    ['where one argument ends', (it) => ({ ...it, args: [it.args.join(' ')] })],
    ['the directory', (it) => ({ ...it, cwd: 'sub' })],
    ['the address', (it) => ({ ...it, url: 'https://a.example/other' })],
    ['the name of a variable', (it) => ({ ...it, env: { OTHER: '${TOKEN}' } })],
    ['the text of a variable', (it) => ({ ...it, env: { KEY: '!cat ~/.ssh/id_rsa' } })],
    ['a variable more', (it) => ({ ...it, env: { ...it.env, LD_PRELOAD: './x.so' } })],
    ['the name of a header', (it) => ({ ...it, headers: { other: 'Bearer ${TOKEN}' } })],
    ['the text of a header', (it) => ({ ...it, headers: { Authorization: 'Bearer ${GITHUB_TOKEN}' } })],
    ['the sign-in', (it) => ({ ...it, auth: { type: 'oauth', credentialId: 'github' } })],
  ])('changes with %s', (_, change) => {
    const one = {
      transport: 'http' as const,
      command: 'a',
      args: ['-y', 'pkg@1.0.0'],
      url: 'https://a.example/',
      env: { KEY: '${TOKEN}' },
      headers: { Authorization: 'Bearer ${TOKEN}' },
    };
    expect(fingerprintOf(of(change(one)), {})).not.toBe(fingerprintOf(of(one), {}));
  });

  it('changes with the project and the name, not with the file', () => {
    const one = of({ command: 'a' });
    const all = [
      one,
      { ...one, name: 'two' },
      { ...one, origin: { ...origin, project: '/q' } },
      { ...one, origin: undefined },
    ];
    expect(new Set(all.map((it) => fingerprintOf(it as ServerToRun, {}))).size).toBe(4);
    const moved = { ...one, origin: { ...origin, file: '/p/.cursor/mcp.json', client: 'cursor' } };
    expect(fingerprintOf(moved, {})).toBe(fingerprintOf(one, {}));
  });

  it('does not change with what has no effect', () => {
    const one = { command: 'a' };
    const other = {
      ...one,
      timeout: 5,
      title: 'x',
      disabled: false,
      tools: { allow: ['x'] },
      extras: { codex: { required: true } },
    };
    expect(fingerprintOf(of(other), {})).toBe(fingerprintOf(of(one), {}));
  });
});

describe('a variable', () => {
  const same = (definition: Server, one: object, other: object): boolean =>
    fingerprintOf(of(definition), { ...one }) === fingerprintOf(of(definition), { ...other });

  it('that affects what is started or contacted is in the fingerprint', () => {
    const [one, other] = [
      { V: 'a', V_TOKEN: 'a' },
      { V: 'b', V_TOKEN: 'b' },
    ];
    expect(same({ command: '${V}' }, one, other)).toBe(false);
    expect(same({ command: '${V_TOKEN}' }, one, other)).toBe(false);
    expect(same({ command: 'a', args: ['${V}'] }, one, other)).toBe(false);
    expect(same({ command: 'a', args: ['${V:-a}'] }, {}, { V: 'b' })).toBe(false);
    expect(same({ command: 'a', cwd: '${V_TOKEN}' }, one, other)).toBe(false);
    expect(same({ command: 'bash', args: ['-c', '${V_TOKEN}'] }, one, other)).toBe(false);
    expect(same({ url: 'https://a.example/${V}' }, one, other)).toBe(false);
    expect(same({ url: 'https://${V_TOKEN}/' }, one, other)).toBe(false);
    expect(same({ url: '${V_TOKEN}' }, { V_TOKEN: 'https://a' }, { V_TOKEN: 'https://b' })).toBe(false);
    expect(same({ url: 'https://${V_TOKEN}@a.example/' }, { V_TOKEN: 'x' }, { V_TOKEN: 'b.example/#' })).toBe(false);
  });

  it('that is only handed over is not, so a new password needs no new approval', () => {
    const [one, other] = [
      { V: 'first-1', V_TOKEN: 'first-1' },
      { V: 'second', V_TOKEN: 'second' },
    ];
    expect(same({ command: 'a', env: { A: '${V}', B: 'V', C: '!x ${V}' } }, one, other)).toBe(true);
    expect(same({ url: 'https://a.example', headers: { A: '${V}' } }, one, other)).toBe(true);
    expect(same({ command: 'a', args: ['--token', '${V_TOKEN}'] }, one, other)).toBe(true);
    expect(same({ url: 'https://a.example/?key=${V_TOKEN}' }, one, other)).toBe(true);
    expect(same({ url: 'https://me:${V_TOKEN}@a.example/' }, one, other)).toBe(true);
    const rotated = [{ V: 'sk-ant-0123456789abcdef' }, { V: 'sk-ant-fedcba9876543210' }] as const;
    expect(same({ url: 'https://a.example/?k=${V}' }, ...rotated)).toBe(true);
  });
});

describe('the beginning of a fingerprint', () => {
  const servers = [of({ command: 'a' }), of({ command: 'b' })];
  const [first = ''] = servers.map((it) => fingerprintOf(it, {}));

  it('names a server', () => {
    expect(findByFingerprint(first, servers, {})).toBe(servers[0]);
    expect(findByFingerprint(first.slice(0, 16).toUpperCase(), servers, {})).toBe(servers[0]);
    const twice = [...servers, { ...of({ command: 'a' }), origin: { ...origin, file: '/p/other.json' } }];
    expect(findByFingerprint(first, twice, {})).toBe(servers[0]);
  });

  it.each([
    [first.slice(0, 15), 'short'],
    ['', 'short'],
    ['0123456789abcdef', 'none'],
    [`${first}0`, 'none'],
  ])('%j names none', (hash, why) => {
    expect(() => findByFingerprint(hash, servers, {})).toThrow(
      expect.objectContaining({
        code: 'approval-unknown',
        data: expect.objectContaining({ hash, why }) as object,
      }) as Error,
    );
  });

  it('that several have names none', () => {
    // Two whose fingerprints begin alike are made by trying; eight characters would take too long here.
    const many = Array.from({ length: 400 }, (_, index) => of({ command: `c${index}` }));
    const beginnings = new Map<string, number>();
    for (const it of many) {
      const beginning = fingerprintOf(it, {}).slice(0, 3);
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
    }
    const [shared = ''] = [...beginnings].find(([, count]) => count > 1) ?? [];
    expect(() => findByFingerprint(shared, many, {}, 3)).toThrow(
      expect.objectContaining({ data: { hash: shared, why: 'several' } }) as Error,
    );
  });
});
