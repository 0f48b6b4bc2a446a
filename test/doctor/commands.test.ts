import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addProgram, clinic, codesOf, placeOf, servers } from './support/clinic.ts';

const claude = (server: object, name = 'x'): Record<string, unknown> => ({
  '~/.claude.json': servers({ [name]: server }),
});

describe('programs', () => {
  it('finds those on the PATH, also behind a link', async () => {
    const { bin, issues } = clinic(claude({ command: 'tool' }));
    addProgram(join(bin, '../elsewhere/real'));
    symlinkSync('../elsewhere/real', join(bin, 'tool'));
    expect(await issues()).toEqual([]);
  });

  it('says which are nowhere, with the place and where it has looked', async () => {
    const { bin, one } = clinic(claude({ command: 'nowhere' }));
    const issue = await one('command-not-found');
    expect(placeOf(issue)).toBe('~/.claude.json:4:18');
    expect(issue).toMatchObject({ severity: 'error', client: 'claude-code', server: 'x' });
    expect(issue.evidence).toEqual([`looked for ${bin}/nowhere`]);
  });

  it('knows absolute and relative paths', async () => {
    const { host, path, issues } = clinic({
      '~/.claude.json': servers({ absent: { command: '/no/such/program' } }),
      '.mcp.json': servers({ near: { command: './tools/run' }, far: { command: './tools/absent' } }),
    });
    addProgram(path('tools/run'));
    const found = (await issues()).filter(({ code }) => code === 'command-not-found');
    expect(found.map(({ server }) => server)).toEqual(['absent', 'far']);
    expect(found[1]?.evidence).toEqual([`looked for ${host.cwd}/tools/absent`]);
  });

  it('starts a relative path from the cwd where the client goes there', async () => {
    const text = '[mcp_servers.x]\ncommand = "./run"\ncwd = "sub"\n';
    const { path, issues } = clinic({ '.codex/config.toml': text });
    addProgram(path('sub/run'));
    expect(codesOf(await issues())).toEqual(['trust-missing']);
  });

  it('puts variables in place and leaves alone what it cannot know', async () => {
    const files = claude({ command: '${TOOLS}/run' });
    const { bin } = clinic(files, { programs: ['run'] });
    expect(codesOf(await clinic(files, { env: { TOOLS: bin } }).issues())).toEqual([]);
    expect(codesOf(await clinic(files, { env: { TOOLS: '/nowhere' } }).issues())).toEqual(['command-not-found']);
    expect(codesOf(await clinic(files).issues())).toEqual(['variable-unset']);
  });

  it('looks on the PATH that the entry brings along', async () => {
    const { bin } = clinic({}, { programs: ['mine'] });
    const { issues } = clinic(claude({ command: 'mine', env: { PATH: `/nowhere:${bin}` } }));
    expect(await issues()).toEqual([]);
  });

  it('reports a program that exists and is not executable', async () => {
    const { bin, one } = clinic(claude({ command: 'readme' }));
    addProgram(join(bin, 'readme'), 0o644);
    expect((await one('command-not-executable')).args).toEqual({ path: join(bin, 'readme') });
    const folder = clinic(claude({ command: 'folder' }));
    mkdirSync(join(folder.bin, 'folder'));
    expect((await folder.one('command-not-executable')).args).toEqual({ path: join(folder.bin, 'folder') });
  });

  it('moves arguments out of the command', async () => {
    const { one, repair, issues, read } = clinic(claude({ command: 'tool --fast', args: ['now'] }), {
      programs: ['tool'],
    });
    expect((await one('command-not-found')).evidence[1]).toContain('belongs in the arguments');
    await repair('command-not-found');
    expect(JSON.parse(read('~/.claude.json') ?? '')).toEqual(
      servers({ x: { command: 'tool', args: ['--fast', 'now'] } }),
    );
    expect(await issues()).toEqual([]);
  });

  it('masks a secret in a command', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'].join('_');
    const { issues } = clinic(claude({ command: `tool --token ${secret}` }));
    expect(JSON.stringify(await issues())).not.toContain(secret);
  });

  it('does not look for servers that are off, shadowed or for another system', async () => {
    const { issues } = clinic({
      '~/.codex/config.toml': '[mcp_servers.off]\ncommand = "nowhere"\nenabled = false\n',
      'plugboard.json': { servers: { win: { transport: 'stdio', command: 'nowhere', platforms: ['windows'] } } },
    });
    expect(await issues()).toEqual([]);
  });
});

describe('directories', () => {
  const codex = (cwd: string): Record<string, string> => ({
    '~/.codex/config.toml': `[mcp_servers.x]\ncommand = "node"\ncwd = "${cwd}"\n`,
  });

  it('says which are not there', async () => {
    const issue = await clinic(codex('/no/such/place')).one('cwd-missing');
    expect([placeOf(issue), issue.args]).toEqual(['~/.codex/config.toml:3:7', { cwd: '/no/such/place' }]);
  });

  it('finds nothing where they are, or where the client does not go there', async () => {
    expect(await clinic(codex('/')).issues()).toEqual([]);
    expect(codesOf(await clinic(claude({ command: 'node', cwd: '/no/such/place' })).issues())).toEqual([
      'key-used-by-plugboard',
    ]);
  });
});

describe('programs started from the desktop', () => {
  const desktop = {
    '~/.config/Claude/claude_desktop_config.json': servers({ x: { command: 'plug-tool', args: ['a'] } }),
  };

  it('may not find what a terminal finds; the absolute path helps', async () => {
    const { bin, one, repair, issues, read } = clinic(desktop, { programs: ['plug-tool'] });
    const issue = await one('command-not-on-app-path');
    expect(issue.severity).toBe('warning');
    expect(issue.evidence[0]).toBe(`a terminal finds ${bin}/plug-tool`);
    await repair('command-not-on-app-path');
    expect(JSON.parse(read('~/.config/Claude/claude_desktop_config.json') ?? '')).toEqual(
      servers({ x: { command: `${bin}/plug-tool`, args: ['a'] } }),
    );
    expect(await issues()).toEqual([]);
  });

  it('gives a script a PATH of its own', async () => {
    const path = '~/Library/Application Support/Claude/claude_desktop_config.json';
    const files = { [path]: servers({ x: { command: 'pnpx', args: ['some-package@1.2.3'], env: { A: 'b' } } }) };
    const { bin, repair, issues, read } = clinic(files, { programs: ['pnpx'], platform: 'darwin' });
    await repair('command-not-on-app-path');
    const { env, command } = JSON.parse(read(path) ?? '').mcpServers.x;
    expect(command).toBe(`${bin}/pnpx`);
    expect(env).toEqual({ A: 'b', PATH: `${bin}:/usr/bin:/bin:/usr/sbin:/sbin` });
    expect(await issues()).toEqual([]);
  });

  it('writes no path of this machine into the file of a project', async () => {
    const issue = await clinic(
      { '.cursor/mcp.json': servers({ x: { command: 'plug-tool' } }) },
      { programs: ['plug-tool'] },
    ).one('command-not-on-app-path');
    expect(issue.fix).toBeUndefined();
  });

  it('is nothing to clients of the terminal, to what the system has, and to what is nowhere', async () => {
    const inTerminal = clinic(claude({ command: 'plug-tool' }), { programs: ['plug-tool'] });
    expect(await inTerminal.issues()).toEqual([]);
    const system = clinic({ '~/.cursor/mcp.json': servers({ x: { command: 'sh' } }) }, { env: { PATH: '/bin' } });
    expect(await system.issues()).toEqual([]);
    expect(codesOf(await clinic(desktop).issues())).toEqual(['command-not-found']);
    const windows = clinic(
      { '~/.cursor/mcp.json': servers({ x: { command: 'tool' } }) },
      { programs: ['tool.exe'], platform: 'win32' },
    );
    expect(await windows.issues()).toEqual([]);
  });
});

describe('Windows', () => {
  it('needs cmd for scripts in clients without a shell', async () => {
    const files = claude({ command: 'npx', args: ['-y', 'some-package@1.0.0'] });
    const { bin, one, repair, issues, read } = clinic(files, { programs: ['npx.cmd', 'cmd.exe'], platform: 'win32' });
    expect((await one('command-needs-cmd')).evidence).toEqual([`it is a script: ${bin}/npx.cmd`]);
    await repair('command-needs-cmd');
    expect(JSON.parse(read('~/.claude.json') ?? '').mcpServers.x).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'some-package@1.0.0'],
    });
    expect(await issues()).toEqual([]);
  });

  it('starts programs as they are, and knows the endings of the user', async () => {
    const files = claude({ command: 'tool' });
    expect(await clinic(files, { programs: ['tool.exe'], platform: 'win32' }).issues()).toEqual([]);
    const env = { PATHEXT: '.PY' };
    expect(await clinic(files, { programs: ['tool.py'], platform: 'win32', env }).issues()).toEqual([]);
    const { bin, one } = clinic(files, { programs: ['tool'], platform: 'win32' });
    expect((await one('command-not-found')).evidence).toEqual([
      `looked for ${bin}/tool`,
      'each with .COM, .EXE, .BAT, .CMD',
    ]);
  });

  it.each([[['/c', 'missing', '-y']], [['/d', '/s', '/c', 'missing -y']]])('looks behind cmd %j', async (args) => {
    const files = claude({ command: 'C:\\Windows\\System32\\cmd.exe', args });
    const { bin, host, one } = clinic(files, { platform: 'win32' });
    const { args: told, evidence } = await one('command-not-found');
    expect(told).toEqual({ command: 'missing' });
    expect(evidence[0]).toBe(`looked for ${host.cwd}/missing, ${bin}/missing`);
    expect(await clinic(files, { programs: ['missing.cmd'], platform: 'win32' }).issues()).toEqual([]);
    // As cmd does, it finds a program of the directory.
    expect(await clinic({ ...files, 'missing.bat': '' }, { platform: 'win32' }).issues()).toEqual([]);
  });

  it('ignores the case of PATH in an entry', async () => {
    const elsewhere = clinic({}, { programs: ['tool.exe'] }).bin;
    const files = claude({ command: 'tool', env: { Path: elsewhere } });
    expect(await clinic(files, { platform: 'win32' }).issues()).toEqual([]);
    expect(codesOf(await clinic(files).issues())).toContain('command-not-found');
  });

  it.each([[['/c', 'start', 'x']], [['/c', 'npx a && npx b']], [['/k', 'node', 'x.js']]])(
    'is not here: nothing can replace cmd %j',
    async (args) => {
      const { one } = clinic(claude({ command: 'cmd', args }));
      expect((await one('cmd-elsewhere')).fix).toBeUndefined();
    },
  );

  it('is not here: cmd is taken away', async () => {
    const files = claude({ command: 'cmd', args: ['/c', 'node', 'x.js'] });
    const { issues, repair, read } = clinic(files);
    expect(codesOf(await issues())).toEqual(['cmd-elsewhere']);
    await repair('cmd-elsewhere');
    expect(JSON.parse(read('~/.claude.json') ?? '').mcpServers.x).toEqual({ command: 'node', args: ['x.js'] });
    expect(await issues()).toEqual([]);
  });
});
