import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { askInProcess } from '../cli/support/in-process.ts';
import { catalog, machine, type Machine } from '../cli/support/machine.ts';

const userFile = '~/.config/Code/User/mcp.json';
const token = { type: 'promptString', id: 'api-token', description: 'Token of the API', password: true };
const region = { type: 'pickString', id: 'region', description: 'Region', options: ['eu', 'us'] };
const unused = { type: 'promptString', id: 'other', description: 'Not used by it' };
const servers = {
  api: {
    type: 'http',
    url: 'https://api.example/mcp',
    headers: { Authorization: 'Bearer ${input:api-token}', 'X-Region': '${input:region}' },
  },
};
const source = `{\n  // asked once\n  "inputs": ${JSON.stringify([unused, token, region])},\n  "servers": ${JSON.stringify(servers)}\n}\n`;

interface Settings {
  readonly inputs?: unknown;
  readonly servers?: Record<string, { headers?: unknown }>;
}

function written(here: Machine, file: string): Settings {
  return parse(here.read(file)) as Settings;
}

async function copy(here: Machine, from: string, to: string): Promise<void> {
  const { ok, errors } = await askInProcess(here, ['copy', 'api', '--from', from, '--to', to, '--yes']);
  expect({ ok, errors }).toEqual({ ok: true, errors: [] });
}

describe('the definitions of the prompts that a server uses', () => {
  it('are copied with it to another file, another client, and through the catalog', async () => {
    const here = machine({ [userFile]: source });
    await copy(here, 'vscode:user', 'visual-studio:local');
    await copy(here, 'vscode:user', 'catalog');
    await copy(here, 'catalog', 'vscode:project');
    for (const file of ['.vs/mcp.json', '.vscode/mcp.json'])
      expect(written(here, file)).toEqual({ inputs: [token, region], servers });
    expect(here.read(userFile)).toBe(source);
  });

  it('stay as they are in the file that a server is copied to', async () => {
    const mine = { ...token, description: 'Mine' };
    const before = `{\n  "inputs": [\n    ${JSON.stringify(mine)} // mine\n  ],\n  "servers": {}\n}\n`;
    const here = machine({ [userFile]: source, '.vscode/mcp.json': before });
    await copy(here, 'vscode:user', 'vscode:project');
    expect(written(here, '.vscode/mcp.json').inputs).toEqual([mine, region]);
    expect(here.read('.vscode/mcp.json')).toContain('// mine');
    await askInProcess(here, ['undo', '--yes']);
    expect(here.read('.vscode/mcp.json')).toBe(before);
  });

  it('are reported if the file has others with the same ids', async () => {
    const mine = { ...token, password: false };
    const here = machine({ [userFile]: source, '.vscode/mcp.json': JSON.stringify({ inputs: [mine, region] }) });
    const line = ['copy', 'api', '--from', 'vscode:user', '--to', 'vscode:project', '--dry-run'];
    const answer = async (): Promise<string> => JSON.stringify(await askInProcess(here, line));
    expect(await answer()).toMatch(/"field":"inputs\.api-token"[^}]*"reason":"prompt-differs"/);
    expect(await answer()).not.toContain('"field":"inputs.region"');
    here.write('.vscode/mcp.json', JSON.stringify({ inputs: {} }));
    expect(await answer()).toContain('prompts-not-a-list');
  });

  it('are removed with the last server that uses them, if they came with one', async () => {
    const mine = { ...region, description: 'Mine' };
    const before = `{\n  "inputs": [\n    ${JSON.stringify(mine)} // mine\n  ],\n  "servers": {\n    "x": { "command": "x" }\n  }\n}\n`;
    const here = machine({ [userFile]: source, '~/.mcp.json': before });
    const run = async (...line: string[]): Promise<void> => {
      const { ok, errors } = await askInProcess(here, [...line, '--yes']);
      expect({ ok, errors }).toEqual({ ok: true, errors: [] });
    };
    await copy(here, 'vscode:user', 'visual-studio:user');
    await run('clone', 'api', 'api-2', '--in', 'visual-studio:user');
    await run('remove', 'api', '--from', 'visual-studio:user');
    expect(written(here, '~/.mcp.json').inputs).toEqual([mine, token]);
    await run('remove', 'api-2', '--from', 'visual-studio:user');
    expect(here.read('~/.mcp.json')).toBe(before);
    await run('undo');
    expect(written(here, '~/.mcp.json').inputs).toEqual([mine, token]);
  });

  it('leave no list and no file behind that were made for them', async () => {
    const here = machine({ [userFile]: source });
    await copy(here, 'vscode:user', 'visual-studio:local');
    await askInProcess(here, ['remove', 'api', '--from', 'visual-studio:local', '--yes']);
    expect(here.everything().filter((one) => one.startsWith('.vs/'))).toEqual([]);
  });

  it('come from a pasted file and from an install link', async () => {
    const here = machine();
    const add = async (text: string, to: string): Promise<void> => {
      const { ok, errors } = await askInProcess(here, ['add', text, '--to', to, '--yes']);
      expect({ ok, errors }).toEqual({ ok: true, errors: [] });
    };
    await add(JSON.stringify({ inputs: [unused, token, region], servers }), 'vscode:user');
    expect(written(here, userFile)).toEqual({ inputs: [token, region], servers });
    const link = encodeURIComponent(JSON.stringify({ name: 'linked', ...servers.api, inputs: [token, region] }));
    await add(`vscode:mcp/install?${link}`, 'visual-studio:local');
    expect(written(here, '.vs/mcp.json').inputs).toEqual([token, region]);
  });

  it('are no difference for a sync, and are written by it', async () => {
    const here = machine({ [userFile]: source });
    await copy(here, 'vscode:user', 'catalog');
    const { servers: own } = JSON.parse(here.read(catalog)) as { servers: Record<string, object> };
    const targets = ['vscode:project', 'vscode:user'];
    here.write(catalog, JSON.stringify({ servers: { api: { ...own['api'], targets } } }));
    expect(await askInProcess(here, ['sync', '--yes'])).toMatchObject({ errors: [] });
    expect(written(here, '.vscode/mcp.json')).toEqual({ inputs: [token, region], servers });
    expect(here.read(userFile)).toBe(source);
    expect(await askInProcess(here, ['sync', '--check'])).toMatchObject({ ok: true, code: 0 });
  });
});

it('gives a client without prompts a variable', async () => {
  const here = machine({ [userFile]: source });
  await copy(here, 'vscode:user', 'claude-code:project');
  const { mcpServers } = JSON.parse(here.read('.mcp.json')) as { mcpServers: Record<string, unknown> };
  expect(mcpServers['api']).toMatchObject({
    headers: { Authorization: 'Bearer ${API_TOKEN}', 'X-Region': '${REGION}' },
  });
});
