import { existsSync, linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { fromRoot } from '../scripts/root.mjs';
import { ctrlC } from './machine/console.ts';
import { onWindows, User } from './machine/user.ts';

/** Node of this Windows under another name, to have a program with a file of its own. */
function installNode(user: User, path: string): void {
  const prefix = inject('prefix');
  const node = prefix === '' ? process.execPath : join(prefix, 'drive_c', 'nodejs', 'node.exe');
  linkSync(node, join(user.home, path));
}

const client = (): string => onWindows(fromRoot('test-windows', 'programs', 'client.mjs'), inject('prefix'));
const difficult = ['a b', 'say "hi"', '100%', '%PATH%', 'a^b', 'a&b', 'x|y', 'back\\', '!bang!', ''];

/** As npm writes it. */
function installBatchFile(user: User): void {
  const lines = [
    '@ECHO off',
    'SETLOCAL',
    'CALL :find_dp0',
    'SET "_prog=node"',
    `"%_prog%"  "%dp0%\\client.mjs" %*`,
    '',
  ];
  user.write('bin/opencode.cmd', lines.join('\r\n'));
  user.write('bin/client.mjs', `import ${JSON.stringify(new URL(`file:///${client().replaceAll('\\', '/')}`))};\n`);
}

async function withSet(): Promise<User> {
  const user = new User();
  await user.plugboard(['add', 'demo', '--to', 'cursor', '--', 'node', 'x.js']);
  expect(await user.plugboard(['sets', 'create', 'work', 'demo'])).toMatchObject({ code: 0 });
  return user;
}

function sessionFiles(user: User): string[] {
  const directory = join(user.home, 'AppData/Local/plugboard/state/launch');
  return existsSync(directory) ? readdirSync(directory) : [];
}

describe('run', () => {
  it.each([
    ['a program', (user: User) => installNode(user, 'bin/opencode.exe'), (): string[] => [client()]],
    ['a batch file of npm', installBatchFile, (): string[] => []],
  ])('starts a client that is %s, with its arguments as they are', async (_, install, script) => {
    const user = await withSet();
    install(user);
    const args = ['run', 'work', '--client', 'opencode', '--', ...script(), ...difficult];
    const { code, stdout, stderr } = await user.plugboard(args);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining('{') });
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ args: difficult, servers: ['demo'] });
    expect(sessionFiles(user)).toEqual([]);
  });

  // On Windows itself, no key can be pressed from here.
  it.skipIf(process.platform === 'win32')('leaves Ctrl+C to the client, and removes its files', async () => {
    const user = await withSet();
    installNode(user, 'bin/opencode.exe');
    const args = ['run', 'work', '--client', 'opencode', '--', client(), 'wait'];
    const { code, output, late } = await user.inConsole(args, { when: (text) => text.includes('{"args"'), key: ctrlC });
    expect({ late, code, output }).toMatchObject({ late: false, code: 5 });
    expect(output.match(/ended by SIGINT/g)).toHaveLength(1);
    expect(sessionFiles(user)).toEqual([]);
  });
});

describe('Ctrl+C', () => {
  it.skipIf(process.platform === 'win32')('ends the gateway politely', async () => {
    const user = new User();
    const press = { when: (text: string) => /http:\/\/127\.0\.0\.1:\d+/.test(text), key: ctrlC };
    const { code, output, late } = await user.inConsole(['serve', '--http', '0'], press);
    expect({ late, code, output }).toMatchObject({ late: false, code: expect.any(Number) });
    expect(readdirSync(join(user.home, 'AppData/Local/plugboard/state'))).not.toContain('lock');
  });
});

describe('a program in the working directory', () => {
  it('is not started in place of one that is not installed', async () => {
    const user = new User();
    installNode(user, 'planted.exe');
    const code = `require('fs').writeFileSync(${JSON.stringify(user.windows('ran'))}, '')`;
    const planted = { command: 'planted', args: ['-e', code] };
    user.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { planted } }));
    const { code: exit, stdout, stderr } = await user.plugboard(['test', 'planted', '--timeout', '10'], { cwd: '.' });
    expect([exit === 0, existsSync(join(user.home, 'ran'))]).toEqual([false, false]);
    expect(stdout + stderr).toContain('"planted" was not found');
  });
});
