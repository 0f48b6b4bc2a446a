import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { install, packed } from './support/packed.ts';

describe.skipIf(process.platform === 'win32')('entries that start the package again', () => {
  let tarball = '';
  beforeAll(async () => {
    tarball = await packed();
  }, 300_000);

  /** A home with a plain secret, and Plugboard as a package manager runs it. */
  function guest(program: readonly [string, ...string[]], cwd: string) {
    const home = mkdtempSync(join(homedir(), 'guest-'));
    const server = { command: 'sh', env: { API_TOKEN: 'sk-abcdef1234567890abcdef' } };
    writeFileSync(join(home, '.claude.json'), JSON.stringify({ mcpServers: { shell: server } }));
    const env = { ...process.env, HOME: home, npm_config_cache: join(home, 'cache'), npm_config_offline: 'true' };
    const [file, ...words] = program;
    return {
      home,
      run: (args: readonly string[], more: object = {}): SpawnSyncReturns<string> =>
        spawnSync(file, [...words, ...args, '--yes', '--json'], { cwd, env: { ...env, ...more }, encoding: 'utf8' }),
      entries: (path: string): Readonly<Record<string, { command: string; args: string[] }>> =>
        (JSON.parse(readFileSync(join(home, path), 'utf8')) as { mcpServers: Record<string, never> }).mcpServers,
    };
  }

  it('are not written by npx, whose files may be gone then', { timeout: 120_000 }, () => {
    const { home, run, entries } = guest(['npx', '--yes', '--package', tarball, '--', 'plugboard'], dirname(tarball));
    const before = readFileSync(join(home, '.claude.json'), 'utf8');
    for (const words of [
      ['connect', 'claude-code', '--scope', 'user'],
      ['connect', 'cursor', '--scope', 'project'],
      ['connect', 'codex', '--manage'],
      ['secrets', 'migrate', '--to', 'file'],
    ]) {
      const { status, stdout } = run(words);
      const { errors } = JSON.parse(stdout) as { errors: object[] };
      expect({ words, status, errors }).toMatchObject({ words, status: 1, errors: [{ code: 'program-temporary' }] });
    }
    expect(readFileSync(join(home, '.claude.json'), 'utf8')).toBe(before);
    // Once it is installed, they name it, also if npx is used once more.
    const prefix = join(home, 'global');
    execFileSync('npm', ['install', '--global', '--prefix', prefix, '--offline', tarball], { stdio: 'ignore' });
    const PATH = [join(prefix, 'bin'), process.env['PATH']].join(delimiter);
    expect(run(['secrets', 'migrate', '--to', 'file'], { PATH })).toMatchObject({ status: 0 });
    expect(entries('.claude.json')['shell']).toMatchObject({
      command: 'plugboard',
      args: ['exec', 'shell', '--', 'sh'],
    });
  });

  it('name the files of a local installation', { timeout: 120_000 }, () => {
    const project = install(tarball);
    const { run, entries } = guest(['npm', 'exec', '--', 'plugboard'], project);
    expect(run(['connect', 'claude-code', '--scope', 'user', '--beside'])).toMatchObject({ status: 0 });
    expect(run(['connect', 'cursor', '--scope', 'user'])).toMatchObject({ status: 0 });
    expect(run(['secrets', 'migrate', '--to', 'file'])).toMatchObject({ status: 0 });
    // A project's file is shared, so it can name neither them nor a program that is on no PATH.
    for (const words of [
      ['connect', 'cursor', '--scope', 'project'],
      ['connect', 'codex', '--manage', '--scope', 'project'],
    ])
      expect({ words, ...run(words) }).toMatchObject({
        words,
        status: 1,
        stdout: expect.stringContaining('program-temporary'),
      });
    const program = join(project, 'node_modules', 'plugboard', 'bin', 'plugboard.js');
    const all = { ...entries('.claude.json'), cursor: entries('.cursor/mcp.json')['plugboard'] };
    expect(Object.values(all).map((entry) => [entry?.command, entry?.args[0]])).toEqual(
      ['shell', 'plugboard', 'cursor'].map(() => [process.execPath, program]),
    );
  });
});
