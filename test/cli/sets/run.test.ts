import { describe, expect, it } from 'vitest';
import { machineWithClaude } from './stand-in.ts';

const directory = '~/.claude/mcp-configs';
const sets = {
  [`${directory}/work.json`]: '{ "mcpServers": { "linear": { "type": "http", "url": "https://mcp.linear.app/mcp" } } }',
  [`${directory}/play.json`]: '{ "mcpServers": { "chess": { "command": "chess" } } }',
  [`${directory}/broken.json`]: '{ "mcpServers": ',
};

function start(
  args: readonly string[],
  options: { input?: string; env?: Record<string, string>; files?: Record<string, string> } = {},
) {
  const here = machineWithClaude({ ...sets, ...options.files });
  const go = (words: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) =>
    here.run(words, { ...more, env: { ...here.inPath, ...more.env } });
  return { here, go, ended: go(args, options) };
}

describe('plugboard run', () => {
  it('starts Claude Code with the sets, in the order they are named', () => {
    const { here, ended } = start(['run', 'work', 'play.json']);
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
    const paths = ['work', 'play'].map((name) => here.path(`${directory}/${name}.json`));
    expect(here.started()).toMatchObject({
      args: ['--mcp-config', paths[0], '--mcp-config', paths[1]],
      cwd: here.project,
    });
  });

  it('passes on every word behind -- as it is', () => {
    const words = ['-p', 'it\'s "so" $HOME `id` \\', '', 'ünï 漢字\nline', '--mcp-debug', '-n', '--json', '--', 'x'];
    const { here, ended } = start(['run', 'work', '--', ...words], { input: 'for claude' });
    expect(ended).toMatchObject({ code: 0 });
    expect(here.started()?.args.slice(2)).toEqual(words);
    expect(here.started()?.stdin).toBe('for claude');
  });

  it.each(['0', '7', '255'])('ends with the exit code %s of what it started', (code) => {
    expect(start(['run', 'work'], { env: { END_WITH: code } }).ended.code).toBe(Number(code));
  });

  it('takes single servers out of sets and assistants, in a private file that is gone afterwards', () => {
    const files = {
      '~/.cursor/mcp.json':
        '{ "mcpServers": { "figma": { "url": "https://f.test/mcp", "headers": { "X-Key": "very-secret-1" } } } }',
    };
    const { here, ended } = start(['run', '--servers', 'chess,figma'], { files });
    expect(ended).toMatchObject({ code: 0 });
    const { args, configs } = here.started() ?? { args: [], configs: [] };
    expect(args).toHaveLength(2);
    expect(JSON.parse(configs[0] ?? '')).toEqual({
      mcpServers: {
        chess: { type: 'stdio', command: 'chess' },
        figma: { type: 'http', url: 'https://f.test/mcp', headers: { 'X-Key': 'very-secret-1' } },
      },
    });
    expect(args.join(' ')).not.toContain('very-secret-1');
    expect(here.everything().filter((name) => name.includes('/launch/'))).toEqual([]);
  });

  it('says a valid set in other words where Claude Code would not take the file as it stands', () => {
    const files = {
      [`${directory}/note.json`]: '{ "description": "Only words" }',
      [`${directory}/terse.json`]: '{ "mcpServers": { "api": { "url": "https://api.test/mcp" } } }',
    };
    const { here, ended } = start(['run', 'note', 'terse', 'work'], { files });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const { args, configs } = here.started() ?? { args: [], configs: [] };
    expect(args[1]).toBe(here.path(`${directory}/work.json`));
    expect(JSON.parse(configs[1] ?? '')).toEqual({
      mcpServers: { api: { type: 'http', url: 'https://api.test/mcp' } },
    });
    expect(args).toHaveLength(4);
  });

  it('prints the exact command instead, with --dry-run', () => {
    const { here, ended, go } = start(['run', 'work', '--only', '--dry-run', '--', 'a b']);
    expect(ended).toEqual({
      code: 0,
      stdout: "claude --mcp-config HOME/.claude/mcp-configs/work.json --strict-mcp-config 'a b'\n",
      stderr: '',
    });
    expect(here.started()).toBeUndefined();
    const { stdout } = go(['run', 'work', '--json', '--dry-run']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { client: 'claude-code', program: 'claude' } });
  });

  it('says how to install a missing program', () => {
    const { ended } = start(['run', 'work'], { env: { PATH: '' } });
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(/claude/);
    expect(ended.stderr).toMatch(/fix: .*npm install -g @anthropic-ai\/claude-code/);
  });

  it.each([
    [['run', 'wrok'], 4, 'Did you mean "work"?'],
    [['run', 'broken'], 3, 'Set "broken" cannot be used: JSON syntax error'],
    [['run', '--servers', 'nothing'], 4, 'Unknown server "nothing"'],
    [['run', 'work', '--client', 'zed'], 2, 'cannot be started with selected servers'],
    [['run', '--no-input'], 2, 'run needs set names'],
    [['run', 'work', '--config-dir', 'nowhere'], 4, 'Config directory not found'],
  ])('refuses %j', (args, code, message) => {
    const { here, ended } = start(args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(message);
    expect(here.started()).toBeUndefined();
  });

  it('asks by number where there is no terminal, and remembers the answer in this project', () => {
    const { here, ended, go } = start(['run'], { input: '1\nfor claude' });
    expect(ended.stderr).toContain('  1  play → chess\n  2  work → linear\n  ✗  broken: JSON syntax error');
    expect(here.started()).toMatchObject({
      args: ['--mcp-config', here.path(`${directory}/play.json`)],
      stdin: 'for claude',
    });
    const again = go(['run'], { input: '\n' });
    expect(again.stderr).toContain('1  play → chess (selected last time)');
    expect(again.stderr).toContain('empty means play:');
    expect(here.started()?.args).toEqual(['--mcp-config', here.path(`${directory}/play.json`)]);
    go(['run', '-in'], { input: '\n' });
    expect(here.started()?.args).toEqual([]);
    go(['run', '-n'], { input: 'all\n' });
    expect(here.started()?.args).toHaveLength(4);
    go(['run'], { input: '\n' });
    expect(here.started()?.args).toHaveLength(2);
    go(['run', '-i'], { input: 'none\n' });
    expect(go(['run'], { input: '\n' }).stderr).toContain('empty means none:');
  });

  it('forgets what was chosen, and what was chosen for projects that are gone', () => {
    const { here, go } = start(['run'], { input: '2\n' });
    expect(go(['run', '--clear-cache']).stdout).toBe('Forgot the selections of 1 project.\n');
    expect(go(['run'], { input: '\n' }).stderr).toContain('empty means none:');
    go(['run'], { input: 'all\n' });
    here.remove(`${directory}/play.json`);
    expect(go(['sets', 'cleanup', '--yes']).stdout).toBe('✓ 1 stale selection shortened\n');
    expect(go(['run'], { input: '\n' }).stderr).toContain('empty means work:');
  });

  it.each(['9', '0', 'x', '2-1', '1,9'])('rejects the answer %s with a reason', (answer) => {
    const { here, ended } = start(['run'], { input: `${answer}\n` });
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/No set (?:named|has the number)/) });
    expect(here.started()).toBeUndefined();
  });

  it('starts without any set when there are none yet', () => {
    const here = machineWithClaude();
    const { code, stderr } = here.run(['run'], { env: here.inPath });
    expect(code).toBe(0);
    expect(stderr).toContain('No sets in ~/.claude/mcp-configs yet');
    expect(here.started()?.args).toEqual([]);
  });
});
