import { describe, expect, it } from 'vitest';
import { run } from './support/run-program.ts';

interface Listed {
  readonly id: string;
  readonly installed: boolean;
  readonly files: readonly { scope: string; path: string; exists: boolean }[];
  readonly capabilities: { transports: string[]; switch: string };
}

function list(files: Readonly<Record<string, string>>, ...flags: string[]): Listed[] {
  // The folder of the run is the project and, so that nothing else is found, the home as well.
  const { stdout } = run(['clients', '--json', ...flags], { files, env: { PATH: '' }, homeIsFolder: true });
  return (JSON.parse(stdout) as { data: { clients: Listed[] } }).data.clients;
}

describe('plugboard clients', () => {
  it('knows every client and finds none in an empty home', () => {
    const clients = list({});
    expect(clients.length).toBeGreaterThanOrEqual(36);
    expect(clients.filter(({ installed }) => installed).map(({ id }) => id)).toEqual([]);
  });

  it('finds the files that exist and takes their clients for installed', () => {
    const clients = list({ '.codex/config.toml': '', '.mcp.json': '{}' });
    const codex = clients.find(({ id }) => id === 'codex');
    expect(codex?.installed).toBe(true);
    expect(codex?.files.filter(({ exists }) => exists)).toEqual([
      expect.objectContaining({ scope: 'user', path: expect.stringContaining('.codex/config.toml') as string }),
      expect.objectContaining({ scope: 'project' }),
    ]);
    const claude = clients.find(({ id }) => id === 'claude-code');
    expect(claude?.files.find(({ scope }) => scope === 'project')?.exists).toBe(true);
  });

  it('tells what a client can do', () => {
    const codex = list({}).find(({ id }) => id === 'codex');
    expect(codex?.capabilities).toMatchObject({ transports: ['stdio', 'http'], switch: 'entry' });
  });

  it('shows only those that are here', () => {
    expect(list({ '.cursor/mcp.json': '{}' }, '--installed').map(({ id }) => id)).toEqual(['cursor']);
  });

  it('prints a line per client', () => {
    const { code, stdout, stderr } = run(['clients'], { env: { PATH: '' }, homeIsFolder: true });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^· claude-code +Claude Code/m);
    expect(stderr).toMatch(/^None of \d+ supported clients is installed\.$/m);
  });
});
