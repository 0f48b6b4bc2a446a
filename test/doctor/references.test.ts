import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clinic, codesOf, placeOf, servers } from './support/clinic.ts';

const using = (env: object): object => servers({ x: { command: 'node', env } });

describe('variables', () => {
  it('are set or have a default', async () => {
    const files = { '~/.claude.json': using({ A: '${SET}', B: '${NOT_SET:-default}', C: '${EMPTY}' }) };
    expect(await clinic(files, { env: { SET: 'x', EMPTY: '' } }).issues()).toEqual([]);
  });

  it('are not set: the place, and what the client makes of it', async () => {
    const claude = await clinic({ '~/.claude.json': using({ A: 'Bearer ${NOPE}' }) }).one('variable-unset');
    expect(placeOf(claude)).toBe('~/.claude.json:6:14');
    expect(claude.args).toEqual({ variable: 'NOPE', client: 'Claude Code', becomes: 'literal' });
    const config = { mcp: { x: { type: 'local', command: ['node'], environment: { A: '{env:NOPE}' } } } };
    const opencode = await clinic({ '~/.config/opencode/opencode.json': config }).one('variable-unset');
    expect(opencode.args).toMatchObject({ becomes: 'empty' });
  });

  it('are named by clients that expand nothing', async () => {
    const files = { '~/.codex/config.toml': '[mcp_servers.x]\ncommand = "node"\nenv_vars = ["NOPE"]\n' };
    expect(placeOf(await clinic(files).one('variable-unset'))).toBe('~/.codex/config.toml:3:13');
    expect(await clinic(files, { env: { NOPE: 'x' } }).issues()).toEqual([]);
  });

  it('need not be set where the client asks or knows', async () => {
    const inputs = [{ id: 'key', type: 'promptString', description: 'Key', password: true }];
    const entry = { type: 'stdio', command: 'node', args: ['${workspaceFolder}'], env: { KEY: '${input:key}' } };
    expect(
      await clinic({ '~/.config/Code/User/mcp.json': { inputs, servers: { x: entry } } }).all('variable-unset'),
    ).toEqual([]);
    const own = { '~/.claude.json': servers({ x: { command: 'node', args: ['${CLAUDE_PROJECT_DIR}/x.js'] } }) };
    expect(await clinic(own).issues()).toEqual([]);
  });

  it('of a shell are left to the shell', async () => {
    const files = {
      '~/.claude.json': servers({ x: { command: 'sh', args: ['-c', 'for i in 1; do echo ${i}; done'] } }),
    };
    expect(await clinic(files, { programs: ['sh'] }).issues()).toEqual([]);
  });

  it('come from commands that are never run', async () => {
    const { path, issues } = clinic();
    const marker = path('marker');
    const files = { '~/.omp/agent/mcp.json': using({ A: `!touch ${marker}` }) };
    expect(await clinic(files).issues()).toEqual([]);
    expect(await issues()).toEqual([]);
    expect(existsSync(marker)).toBe(false);
  });
});

describe('references in another spelling', () => {
  it('are written in that of the client', async () => {
    const { one, repair, issues, read } = clinic(
      { '~/.cursor/mcp.json': servers({ x: { command: '/bin/sh', env: { A: '${HERE}', B: '${env:HERE}' } } }) },
      { env: { HERE: 'x' } },
    );
    const issue = await one('reference-unexpanded');
    expect([placeOf(issue), issue.args]).toEqual([
      '~/.cursor/mcp.json:6:14',
      { reference: '${HERE}', client: 'Cursor' },
    ]);
    await repair('reference-unexpanded');
    expect(read('~/.cursor/mcp.json')).toContain('"A": "${env:HERE}"');
    expect(await issues()).toEqual([]);
  });

  it.each([
    ['~/.claude.json', '${env:HERE}', '${HERE}'],
    ['~/.config/opencode/opencode.json', '${HERE}', '{env:HERE}'],
  ])('in %s: %s', async (file, wrong, right) => {
    const claude = servers({ x: { type: 'http', url: 'https://a.example', headers: { A: wrong } } });
    const opencode = { mcp: { x: { type: 'remote', url: 'https://a.example', headers: { A: wrong } } } };
    const { repair, issues, read } = clinic(
      { [file]: file.includes('opencode') ? opencode : claude },
      { env: { HERE: 'x' } },
    );
    await repair('reference-unexpanded');
    expect(read(file)).toContain(`"A": "${right}"`);
    expect(await issues()).toEqual([]);
  });

  it('become names where the client names variables', async () => {
    const text = '# mine\n[mcp_servers.x]\ncommand = "node"\nenv = { HERE = "${HERE}" }\n';
    const { repair, issues, read } = clinic({ '~/.codex/config.toml': text }, { env: { HERE: 'x' } });
    await repair('reference-unexpanded');
    expect(read('~/.codex/config.toml')).toContain('env_vars = ["HERE"]');
    expect(await issues()).toEqual([]);
  });

  it('have no effect in other fields, and no repair there', async () => {
    const files = {
      '~/.factory/mcp.json': servers({ x: { command: 'node', args: ['${HERE}'], env: { A: '${HERE}' } } }),
    };
    const issue = await clinic(files, { env: { HERE: 'x' } }).one('reference-unexpanded');
    expect([placeOf(issue), issue.fix]).toEqual(['~/.factory/mcp.json:6:9', undefined]);
  });

  it('are right as they are', async () => {
    const files = {
      '~/.claude.json': using({ A: '${HERE}', B: '${HERE:-x}' }),
      '~/.config/opencode/opencode.json': {
        mcp: { x: { type: 'local', command: ['node'], environment: { A: '{env:HERE}' } } },
      },
      '~/.qwen/settings.json': using({ A: '$HERE' }),
    };
    expect(codesOf(await clinic(files, { env: { HERE: 'x' } }).issues())).toEqual([]);
  });
});
