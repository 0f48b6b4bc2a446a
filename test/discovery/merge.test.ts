import { describe, expect, it } from 'vitest';
import { placeOf, shadowsOf, verdictOf } from './support/verdicts.ts';
import type { Files } from './support/world.ts';

const codex = (user: string, own: string): Files => ({
  '~/.codex/config.toml': `[mcp_servers.x]\n${user}\n`,
  './.codex/config.toml': `[mcp_servers.x]\n${own}\n`,
});
const opencode = (user: object, own: object): Files => ({
  '~/.config/opencode/opencode.json': { mcp: { x: user } },
  './opencode.jsonc': { mcp: { x: own } },
});

describe('Codex', () => {
  it('takes from below what an entry leaves out, and unites the environment', async () => {
    const user = 'command = "npx"\nargs = ["keep"]\ntool_timeout_sec = 5\nenv = { U = "1", B = "user" }';
    const verdict = await verdictOf('codex', codex(user, 'command = "node"\nenv = { P = "2", B = "project" }'));
    expect(verdict.active?.server).toEqual({
      command: 'node',
      args: ['keep'],
      env: { U: '1', B: 'project', P: '2' },
      timeout: 5,
    });
    expect(verdict.merged?.map(placeOf)).toEqual(['./.codex/config.toml:1', '~/.codex/config.toml:1']);
    expect(verdict.shadowed).toEqual([]);
    expect(placeOf(verdict.active)).toBe('./.codex/config.toml:1');
  });

  it('takes a list as a whole, even an empty one', async () => {
    const verdict = await verdictOf('codex', codex('command = "npx"\nargs = ["keep"]', 'command = "npx"\nargs = []'));
    expect(verdict.active?.server.args).toEqual([]);
  });

  it('is switched off from below too', async () => {
    const verdict = await verdictOf('codex', codex('command = "npx"\nenabled = false', 'command = "node"'));
    expect([verdict.disabled, verdict.active?.off]).toEqual([true, true]);
  });

  it('can use nothing when one file starts the server and the other reaches it', async () => {
    const verdict = await verdictOf('codex', codex('command = "npx"', 'url = "https://example.com/mcp"'));
    expect(verdict.active).toBeUndefined();
    expect(shadowsOf(verdict)).toEqual(['./.codex/config.toml:1 invalid', '~/.codex/config.toml:1 invalid']);
    expect(verdict.issues.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'command-and-url /home/me/code/app/.codex/config.toml',
    ]);
  });

  it('counts the file of the machine least', async () => {
    const files = {
      '/etc/codex/config.toml': '[mcp_servers.x]\ncommand = "m"\nargs = ["m"]\n',
      ...codex('command = "u"', 'enabled = true'),
    };
    const { server } = (await verdictOf('codex', files)).active ?? {};
    expect([server?.command, server?.args]).toEqual(['u', ['m']]);
  });
});

describe('OpenCode', () => {
  it('unites the environment and takes over the timeout', async () => {
    const user = { type: 'local', command: ['npx', 'a'], environment: { U: '1' }, timeout: 5000 };
    const verdict = await verdictOf('opencode', opencode(user, { environment: { P: '{env:P}' } }));
    expect(verdict.active?.server).toMatchObject({
      command: 'npx',
      args: ['a'],
      env: { U: '1', P: '${P}' },
      timeout: 5,
    });
  });

  it('knows an entry that is nothing but a switch, and finds nothing wrong with it', async () => {
    const verdict = await verdictOf('opencode', opencode({ type: 'local', command: ['npx'] }, { enabled: false }));
    expect(verdict.disabled).toBe(true);
    expect(verdict.active?.server.command).toBe('npx');
    expect(verdict.merged?.flatMap(({ issues }) => issues)).toEqual([]);
    expect(verdict.issues).toEqual([]);
  });

  it('reports what is missing in the merged entry', async () => {
    const verdict = await verdictOf('opencode', opencode({ enabled: true }, { enabled: false }));
    expect(verdict.active).toBeUndefined();
    expect(verdict.issues.map(({ code }) => code)).toContain('type-missing');
  });
});

describe.each(['kilo', 'crush'] as const)('%s', (client) => {
  it('merges too', async () => {
    const path =
      client === 'kilo' ? ['~/.config/kilo/kilo.json', './kilo.json'] : ['~/.config/crush/crush.json', './crush.json'];
    const type = client === 'kilo' ? 'remote' : 'http';
    const files = {
      [path[0] as string]: { mcp: { x: { type, url: 'https://a.example', headers: { A: '1' } } } },
      [path[1] as string]: { mcp: { x: { type, url: 'https://b.example', headers: { B: '2' } } } },
    };
    const verdict = await verdictOf(client, files);
    expect(verdict.active?.server).toMatchObject({ url: 'https://b.example', headers: { A: '1', B: '2' } });
  });
});
