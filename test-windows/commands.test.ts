import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientPaths } from './client-paths.ts';
import { User } from './machine/user.ts';

interface Listed {
  readonly data: {
    readonly servers: readonly { readonly name: string; readonly entries?: readonly { file: string }[] }[];
  };
}

describe('servers', () => {
  it('are written where each client reads them on Windows, and are taken away again', async () => {
    const user = new User();
    const targets = Object.keys(clientPaths);
    const added = await user.plugboard(['add', 'demo', '--to', targets.join(), '--', 'node', 'server.js']);
    expect(added).toMatchObject({ code: 0, late: false });
    const missing = Object.entries(clientPaths).filter(([, file]) => !existsSync(join(user.home, file)));
    expect(missing).toEqual([]);
    expect(added.stdout + added.stderr).toContain(user.windows('.claude.json'));
    const listed = JSON.stringify(await user.json<Listed>(['list']));
    expect(listed).toContain(user.windows('.claude.json').replaceAll('\\', '/'));
    expect(listed).not.toContain('\\\\');
    const undone = await user.plugboard(['undo']);
    expect(undone).toMatchObject({ code: 0 });
    expect(Object.values(clientPaths).filter((file) => existsSync(join(user.home, file)))).toEqual([]);
  });

  it('work at once: scripts are started through cmd where the client needs that', async () => {
    const user = new User();
    await user.plugboard(['add', 'demo', '--to', 'claude-code,cursor', '--', 'npx', '-y', 'x@1.0.0']);
    expect(JSON.parse(user.read('.claude.json')).mcpServers.demo).toMatchObject({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'x@1.0.0'],
    });
    expect(JSON.parse(user.read('.cursor/mcp.json')).mcpServers.demo).toMatchObject({
      command: 'npx',
      args: ['-y', 'x@1.0.0'],
    });
    expect(await user.plugboard(['doctor'])).toMatchObject({ code: 0 });
    await user.plugboard(['add', 'gone', '--to', 'cursor', '--', 'no-such-program']);
    const { stdout } = await user.plugboard(['doctor']);
    expect(stdout).toContain('C:\\windows\\system32\\no-such-program');
    expect(stdout).toMatch(/each with .*\.exe/i);
  });

  it('are shown, switched, and undone', async () => {
    const user = new User();
    await user.plugboard(['add', 'demo', '--to', 'cursor:project,codex', '--', 'node', 'a b.js']);
    expect((await user.plugboard(['get', 'demo'])).stdout).toContain('.cursor\\mcp.json:3');
    expect(await user.plugboard(['disable', 'demo', '--in', 'codex'])).toMatchObject({ code: 0 });
    expect(user.read('.codex/config.toml')).toContain('enabled = false');
    expect((await user.plugboard(['history'])).stdout).toContain(user.windows('.codex\\config.toml'));
    await user.plugboard(['undo']);
    expect(user.read('.codex/config.toml')).not.toContain('enabled');
  });
});

/** Directories of the machine, which only a Windows of our own may have. */
describe.skipIf(process.platform === 'win32')('files of the administrator', () => {
  const managed = {
    'ProgramData/gemini-cli/settings.json': { mcpServers: { gemini: { command: 'node' } } },
    'Program Files/ClaudeCode/managed-mcp.json': { mcpServers: { claude: { command: 'node' } } },
    'ProgramData/Plugboard/policy.json': { version: 1, rules: [{ id: 'none', action: 'deny', match: { name: 'x*' } }] },
  };

  it('are found in %ProgramData% and %ProgramFiles%', async () => {
    const user = new User();
    const drive = join(user.home, '../../..');
    try {
      for (const [file, value] of Object.entries(managed)) {
        mkdirSync(dirname(join(drive, file)), { recursive: true });
        writeFileSync(join(drive, file), JSON.stringify(value));
      }
      const listed = JSON.stringify(await user.json<Listed>(['list', '--all']));
      for (const name of ['gemini', 'claude']) expect(listed).toContain(`"${name}"`);
      for (const file of Object.keys(managed).slice(0, 2)) expect(listed).toContain(`C:/${file}`);
      const { stdout, stderr } = await user.plugboard(['policy']);
      expect(stdout + stderr).toContain('C:\\ProgramData\\Plugboard\\policy.json');
    } finally {
      for (const file of Object.keys(managed)) rmSync(join(drive, dirname(file)), { recursive: true, force: true });
    }
  });
});

describe('files', () => {
  it('are named with backslashes in what would be changed', async () => {
    const user = new User();
    const { stdout, stderr } = await user.plugboard(['add', 'demo', '--to', 'cursor', '--dry-run', '--', 'node']);
    expect(stdout + stderr).toContain(`+++ ${user.windows('.cursor/mcp.json')}`);
    expect(existsSync(join(user.home, '.cursor'))).toBe(false);
  });

  it('keep their byte order mark and their line ends', async () => {
    const user = new User();
    const before = '\uFEFF{\r\n  "mcpServers": {\r\n    "old": { "command": "node" }\r\n  }\r\n}\r\n';
    user.write('.cursor/mcp.json', before);
    await user.plugboard(['add', 'demo', '--to', 'cursor', '--', 'node']);
    const after = user.read('.cursor/mcp.json');
    expect(after).toContain('demo');
    expect(after.startsWith('\uFEFF{\r\n')).toBe(true);
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    await user.plugboard(['remove', 'demo', '--from', 'cursor']);
    expect(user.read('.cursor/mcp.json')).toBe(before);
  });

  it('are not changed if they are read-only', async () => {
    const user = new User();
    const file = user.write('.cursor/mcp.json', '{}\n');
    chmodSync(file, 0o444);
    const { code, stderr } = await user.plugboard(['add', 'demo', '--to', 'cursor', '--', 'node']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('read-only');
    expect([user.read('.cursor/mcp.json'), statSync(file).mode & 0o200]).toEqual(['{}\n', 0]);
  });

  it('may have long paths and names of any script', async () => {
    const user = new User();
    await user.plugboard(['add', 'demo', '--to', 'cursor', '--', 'node']);
    const deep = join('project', ...Array.from({ length: 12 }, (_, index) => `${index}-näïve-日本-${'x'.repeat(12)}`));
    mkdirSync(join(user.home, deep), { recursive: true });
    expect(user.windows(deep).length).toBeGreaterThan(260);
    const made = await user.plugboard(['sets', 'create', 'wörk', 'demo', '-c', user.windows(deep)]);
    expect(made).toMatchObject({ code: 0 });
    expect(user.read(join(deep, 'wörk.json'))).toContain('demo');
    expect((await user.plugboard(['undo'])).code).toBe(0);
    expect(readdirSync(join(user.home, deep))).toEqual([]);
  });

  it('of sets have names that Windows can store', async () => {
    const user = new User();
    await user.plugboard(['add', 'demo', '--to', 'cursor', '--', 'node']);
    for (const name of ['con', 'NUL', 'com1'])
      expect(await user.plugboard(['sets', 'create', name, 'demo'])).toMatchObject({ code: 2 });
    expect(await user.plugboard(['sets', 'create', 'Work', 'demo'])).toMatchObject({ code: 0 });
    const twin = await user.plugboard(['sets', 'create', 'work', 'demo']);
    expect([twin.code, twin.stderr]).toEqual([expect.any(Number), expect.stringContaining('already exists')]);
    expect(readdirSync(join(user.home, '.claude/mcp-configs'))).toEqual(['Work.json']);
  });
});

describe('credentials', () => {
  it('are kept in the user profile', async () => {
    const user = new User();
    expect(await user.plugboard(['serve', '--new-token'])).toMatchObject({ late: false });
    const state = readdirSync(join(user.home, 'AppData/Local/plugboard/state'));
    expect(state.some((name) => name.includes('token'))).toBe(true);
  });

  it('come from a command with its quotes', async () => {
    const user = new User();
    const command = `node -p "'a b' + 1"`;
    expect(await user.plugboard(['secrets', 'set', 'TOKEN', '--command', command])).toMatchObject({ code: 0 });
    expect((await user.plugboard(['secrets', 'get', 'TOKEN'])).stdout.trim()).toBe('a b1');
  });

  // The access list of Wine cannot be read.
  it.skipIf(process.platform === 'win32')('are refused elsewhere if that cannot be made private', async () => {
    const user = new User();
    const env = { PLUGBOARD_HOME: 'C:\\shared' };
    const { code, stderr } = await user.plugboard(['serve', '--new-token'], { env });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/C:\\shared.*cannot be/s);
    expect(stderr).toContain('user profile');
  });

  // A directory that everyone may read, for all that can be known under Wine.
  it.skipIf(process.platform === 'win32')('are not kept behind a key that others can read', async () => {
    const user = new User();
    mkdirSync(join(user.home, '../../../keys'), { recursive: true });
    const env = { PLUGBOARD_KEY_FILE: 'C:\\keys\\plugboard.key' };
    const { code, stderr } = await user.plugboard(['secrets', 'set', 'TOKEN', 'abc', '--to', 'file'], { env });
    expect([code === 0, readdirSync(join(user.home, '../../../keys'))]).toEqual([false, []]);
    expect(stderr).toMatch(/C:\\keys is not used.*user profile/s);
  });
});
