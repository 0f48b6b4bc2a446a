import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathsOf } from '../../src/clients/paths.ts';
import { type ClientId, clients } from '../../src/clients/registry.ts';
import { examine } from '../../src/doctor/examine.ts';
import { describe as word } from '../../src/model/diagnostics/diagnostic.ts';
import type { Host } from '../../src/model/host.ts';
import { type Clinic, clinic, codesOf, servers } from './support/clinic.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/clients', import.meta.url));

/** What a client's fixture is, by client. */
const configs = readdirSync(fixtures).map((id) => {
  const name = readdirSync(join(fixtures, id)).find((one) => one.startsWith('config.')) as string;
  return [id as ClientId, readFileSync(join(fixtures, id, name), 'utf8')] as const;
});

/** Every fixture at every place where its client looks. */
function everywhere(change: (text: string) => string = (text) => text): Clinic {
  const made = clinic();
  const { home, env, cwd: project } = made.host;
  for (const [id, text] of configs) {
    for (const location of clients[id].locations) {
      const [path = ''] = pathsOf(location, { home, env, platform: 'linux', project });
      if (path.startsWith(dirname(home)) && !existsSync(path)) made.write(nameIn(made, path), change(text));
    }
  }
  return made;
}

function nameIn({ host }: Clinic, path: string): string {
  return path.startsWith(host.home) ? `~${path.slice(host.home.length)}` : path.slice(host.cwd.length + 1);
}

it('finds nothing in an empty home, and nothing in one that is in order', async () => {
  const empty = clinic();
  expect(await examine(empty.host)).toEqual({ issues: [], files: 0, servers: 0 });
  const sound = clinic(
    {
      '~/.claude.json': servers({
        git: { type: 'stdio', command: 'npx', args: ['-y', 'git-server@1.2.3'], env: { TOKEN: '${TOKEN}' } },
        web: { type: 'http', url: 'https://a.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
      }),
      '~/.codex/config.toml':
        '[mcp_servers.git]\ncommand = "npx"\nargs = ["-y", "git-server@1.2.3"]\nenv_vars = ["TOKEN"]\n',
      '~/.config/opencode/opencode.json': { mcp: { web: { type: 'remote', url: 'https://a.example/mcp' } } },
      'plugboard.json': { servers: { git: { transport: 'stdio', command: 'npx', args: ['-y', 'git-server@1.2.3'] } } },
    },
    { programs: ['npx'], env: { TOKEN: 'x' } },
  );
  expect(await examine(sound.host)).toEqual({ issues: [], files: 4, servers: 5 });
});

it('puts errors first, then goes by place', async () => {
  const { issues } = clinic({
    '~/.claude.json': servers({ a: { command: 'nowhere' }, b: { url: 'https://a.example' } }),
    '~/.codex/config.toml': '[mcp_servers.a]\ncommand = "nowhere-else"\nenv_vars = ["NOPE"]\n[oops\n',
    '~/.factory/mcp.json': servers({ c: { command: 'node', env: { A: '${NOPE}' }, cwd: '/' } }),
  });
  const found = await issues();
  expect(found.map(({ severity, code, file = '' }) => `${severity} ${code} ${file.split('/').at(-1)}`)).toEqual([
    'error command-not-found .claude.json',
    'error type-missing .claude.json',
    'error syntax config.toml',
    'warning variable-unset mcp.json',
    'info key-used-by-plugboard mcp.json',
  ]);
  expect(found[2]?.range?.start).toMatchObject({ line: 5, column: 1 });
});

it('can be limited to clients and names', async () => {
  const { host } = clinic({
    '~/.claude.json': servers({ a: { command: 'nowhere' }, b: { command: 'nowhere' } }),
    '~/.factory/mcp.json': '{ "mcpServers": }',
  });
  const one = await examine(host, { clients: ['claude-code'] });
  expect([one.files, one.servers, codesOf(one.issues)]).toEqual([
    1,
    2,
    ['command-not-found', 'command-not-found', 'server-twice'],
  ]);
  const named = await examine(host, { names: ['a'] });
  // The broken file may hold it too.
  expect(named.issues.map(({ code, server }) => `${code} ${server}`)).toEqual([
    'command-not-found a',
    'syntax undefined',
  ]);
});

describe('the file that many clients read', () => {
  const shared = { '.mcp.json': servers({ x: { command: 'node', disabled: true } }) };
  const clientsOf = async ({ issues }: Clinic): Promise<(string | undefined)[]> =>
    (await issues()).filter(({ code }) => code === 'off-but-started').map(({ client }) => client);

  it('is read as Claude Code reads it when no reader is installed', async () => {
    expect(await clientsOf(clinic(shared))).toEqual(['claude-code']);
  });

  it('is read as those do who are there', async () => {
    expect(await clientsOf(clinic({ ...shared, '~/.copilot/mcp-config.json': '{}' }))).toEqual(['copilot-cli']);
    expect(await clientsOf(clinic(shared, { programs: ['copilot', 'claude'] }))).toEqual([
      'claude-code',
      'copilot-cli',
    ]);
    expect(await clientsOf(clinic(shared, { programs: ['copilot'] }))).toEqual(['copilot-cli']);
  });

  it('has each issue once', async () => {
    const files = { '.mcp.json': servers({ x: { command: 'nowhere' } }) };
    const { all } = clinic(files, { programs: ['copilot', 'claude', 'qodercli'] });
    expect(await all('command-not-found')).toHaveLength(1);
  });
});

describe('whatever the files hold', () => {
  it('gives issues with words, places and no secrets', async () => {
    const { host } = everywhere();
    const { issues, files, servers: entries } = await examine(host);
    expect(files).toBeGreaterThan(30);
    expect(entries).toBeGreaterThan(100);
    for (const issue of issues) {
      expect(word(issue).message).not.toMatch(/undefined|\[object/);
      expect(issue.evidence.every((line) => typeof line === 'string')).toBe(true);
    }
  });

  it('has only repairs that can be planned', async () => {
    const { host } = everywhere();
    const { issues } = await examine(host);
    const planned = issues.flatMap(({ fix }) => (fix && 'plan' in fix ? [fix] : []));
    expect(planned.length).toBeGreaterThan(0);
    for (const { plan, title } of planned) {
      const { changes } = await plan();
      expect({ title, changes: changes.length }).not.toEqual({ title, changes: 0 });
    }
  });

  it('never throws over damaged files', { timeout: 60_000 }, async () => {
    const damage = fc.tuple(
      fc.nat({ max: 99 }),
      fc.nat({ max: 99 }),
      fc.constantFrom('', '{', '"', '0', '[]', 'null', '\n'),
    );
    await fc.assert(
      fc.asyncProperty(damage, async ([at, length, insert]) => {
        const { host } = everywhere((text) => {
          const start = Math.floor((text.length * at) / 100);
          return text.slice(0, start) + insert + text.slice(start + length);
        });
        expect((await examine(host)).files).toBeGreaterThan(0);
      }),
      { numRuns: 10 },
    );
  });
});

it('starts nothing, writes nothing and asks no process', async () => {
  const made = clinic();
  const marker = made.path('marker');
  const script = join(made.bin, 'trap');
  writeFileSync(script, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
  const env = { A: `!touch ${marker}`, B: `$(touch ${marker})` };
  made.write('~/.omp/agent/mcp.json', JSON.stringify(servers({ x: { command: 'trap', env } })));
  made.write('~/.config/crush/crush.json', JSON.stringify({ mcp: { x: { type: 'stdio', command: script, env } } }));
  made.write('.mcp.json', JSON.stringify(servers({ x: { command: 'npx', args: ['trap'], headersHelper: script } })));
  const before = made.files();
  const refuse = (): never => {
    throw new Error('not allowed');
  };
  const { fs } = made.host;
  const writes = [
    'create',
    'link',
    'rename',
    'unlink',
    'chmod',
    'chown',
    'makeDirectory',
    'removeDirectory',
    'syncDirectory',
  ];
  const host: Host = {
    ...made.host,
    fs: { ...fs, ...Object.fromEntries(writes.map((name) => [name, refuse])) },
    processes: new Proxy(made.host.processes, { get: refuse }),
  };
  const { issues } = await examine(host);
  expect(issues.length).toBeGreaterThan(0);
  expect(existsSync(marker)).toBe(false);
  expect(made.files()).toEqual(before);
});
