import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runExec } from '../../../src/cli/exec/run-exec.ts';
import type { Host } from '../../../src/model/host.ts';
import type { Server } from '../../../src/model/server.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { definitionHash } from '../../../src/store/locked/lock-file.ts';
import { askInProcess } from '../support/in-process.ts';
import { catalog, type Machine, machine } from '../support/machine.ts';

const json = (value: unknown): string => JSON.stringify(value);
const policy = { 'plugboard.policy.json': json({ require: { lock: true } }) };
const lockOf = (servers: Record<string, Server>): string =>
  json({
    version: 1,
    servers: Object.fromEntries(
      Object.entries(servers).map(([name, server]) => [name, { definition: definitionHash(server) }]),
    ),
  });
const native = (server: Server): string => json({ mcpServers: { a: server } });
const codes = (issues: readonly { code: string }[]): string[] => issues.map(({ code }) => code);

/** A machine with a program outside of the project, which leaves a mark. */
function here(files: Record<string, string> = {}): { machine: Machine; server: Server; host: Host } {
  const made = machine({ ...policy, ...files });
  made.write('~/p.js', `require('fs').writeFileSync(${json(made.path('~/mark'))}, '')`);
  const server = { command: 'node', args: [made.path('~/p.js')], env: { DATA_ID: 'one' } };
  const PATH = [dirname(process.execPath), made.env['PATH']].join(delimiter);
  const host = { ...nodeHost(made.project), home: made.env['HOME'] ?? '', env: { ...made.env, PATH } };
  return { machine: { ...made, env: { ...made.env, PATH } }, server, host };
}

describe('a required lock', () => {
  test.each(['explain', 'check', 'test'])('counts for %s as for a start', async (command) => {
    const { machine: on, server } = here();
    on.write('.mcp.json', native(server));
    const ask = async (): Promise<string> =>
      json(
        await askInProcess(
          on,
          { explain: ['policy', 'explain', 'a'], check: ['check'], test: ['test', 'a'] }[command] ?? [],
        ),
      );
    expect(await ask()).toContain('require.lock');
    on.write('plugboard.lock', lockOf({ a: server }));
    expect(await ask()).not.toContain('require.lock');
    on.write('.mcp.json', native({ ...server, env: { DATA_ID: 'other' } }));
    expect(await ask()).toContain('require.lock');
    on.write('.mcp.json', native(server));
    on.write('plugboard.lock', '{');
    expect(await ask()).toContain('require.lock');
  });

  test('decides the exit codes of explain and check', async () => {
    const { machine: on, server } = here();
    on.write('.mcp.json', native(server));
    expect((await askInProcess(on, ['policy', 'explain', 'a'])).code).toBe(6);
    expect(codes((await askInProcess(on, ['check'])).data.issues)).toEqual(['policy-violated']);
    on.write('plugboard.lock', lockOf({ a: server }));
    expect((await askInProcess(on, ['policy', 'explain', 'a'])).code).toBe(0);
    expect((await askInProcess(on, ['check'])).code).toBe(0);
  });

  test('is that of the catalog for what a client expresses otherwise', async () => {
    const { machine: on, server } = here();
    on.write('plugboard.json', json({ servers: { a: { ...server, cwd: on.project, targets: ['claude-code'] } } }));
    on.write('.mcp.json', native(server));
    on.write('plugboard.lock', lockOf({ a: { ...server, cwd: on.project } }));
    expect((await askInProcess(on, ['policy', 'explain', 'a'])).code).toBe(0);
    expect(codes((await askInProcess(on, ['check'])).data.issues)).not.toContain('policy-violated');
    on.write('plugboard.lock', lockOf({ a: server }));
    expect((await askInProcess(on, ['policy', 'explain', 'a'])).code).toBe(6);
  });

  test('does not keep a server from being written', async () => {
    const { machine: on } = here();
    expect((await askInProcess(on, ['add', 'a', '--to', 'claude-code', '--', 'node'])).code).toBe(0);
  });

  test.each(['a set', 'a server'])('counts for run: %s', async (kind) => {
    const { machine: on, server } = here();
    on.write('~/.claude/mcp-configs/work.json', native(server));
    on.write(catalog, json({ servers: { a: server } }));
    const args = ['run', ...(kind === 'a set' ? ['work'] : ['--servers', 'a']), '--dry-run'];
    expect(json((await askInProcess(on, args)).errors)).toContain('require.lock');
    on.write('plugboard.lock', lockOf({ a: server }));
    expect(codes((await askInProcess(on, args)).errors)).not.toContain('policy-denied');
    on.write('plugboard.lock', lockOf({ a: { ...server, env: {} } }));
    expect(json((await askInProcess(on, args)).errors)).toContain('require.lock');
  });
});

describe('the launcher under a required lock', () => {
  const refused = { code: 'policy-denied', data: { rule: 'require.lock' } };
  const start = async ({ host }: { host: Host }, words: string[], env: object = { DATA_ID: 'one' }): Promise<unknown> =>
    runExec({ ...host, env: { ...host.env, ...env } }, { server: 'a', words });
  const isStarted = ({ machine: on }: { machine: Machine }): boolean => existsSync(on.path('~/mark'));

  test('starts nothing that is not in the lock', async () => {
    const on = here();
    const words = ['node', on.machine.path('~/p.js')];
    await expect(start(on, words)).rejects.toMatchObject(refused);
    on.machine.write('plugboard.lock', lockOf({ a: on.server }));
    // A locked name alone says nothing: no file defines it.
    await expect(start(on, words)).rejects.toMatchObject(refused);
    expect(isStarted(on)).toBe(false);
  });

  test.each(['as it is', 'through the launcher'])('starts a locked entry that is written %s', async (form) => {
    const on = here();
    const words = ['node', on.machine.path('~/p.js')];
    const env = { DATA_ID: 'one', HOMELAND: '${COUNTRY}' };
    const launched = { command: 'plugboard', args: ['exec', 'a', '--', ...words], env };
    const entry: Server = form === 'as it is' ? { ...on.server, env } : launched;
    on.machine.write('.mcp.json', native(entry));
    on.machine.write('plugboard.lock', lockOf({ a: entry }));
    const abroad = { ...on, host: { ...on.host, env: { ...on.host.env, COUNTRY: 'x' } } };
    expect(await start(abroad, words, { DATA_ID: 'one', HOMELAND: 'x' })).toEqual({ code: 0 });
    expect(isStarted(on)).toBe(true);
    on.machine.remove('~/mark');
    const others: [string[], object][] = [
      [[...words, 'more'], { DATA_ID: 'one', HOMELAND: 'x' }],
      [['node', on.machine.path('~/q.js')], { DATA_ID: 'one', HOMELAND: 'x' }],
      [words, { DATA_ID: 'two', HOMELAND: 'x' }],
      [words, { DATA_ID: 'one', HOMELAND: 'y' }],
      [words, { HOMELAND: 'x' }],
    ];
    for (const [line, more] of others) await expect(start(abroad, line, more)).rejects.toMatchObject(refused);
    await expect(
      runExec({ ...abroad.host, env: { ...abroad.host.env, ...env, HOMELAND: 'x' } }, { server: 'b', words }),
    ).rejects.toMatchObject(refused);
    // The entry that has this line is no longer the locked one.
    on.machine.write('.mcp.json', native({ ...entry, env: { ...env, DATA_ID: 'two' } }));
    for (const DATA_ID of ['one', 'two'])
      await expect(start(abroad, words, { DATA_ID, HOMELAND: 'x' })).rejects.toMatchObject(refused);
    expect(isStarted(on)).toBe(false);
  });
});
