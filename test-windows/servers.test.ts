import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../scripts/root.mjs';
import { windowsFolders } from '../scripts/setup/windows.mjs';
import { User } from './machine/user.ts';

/** Installs one of our scripts as npm does on Windows: with a batch file in the directory of programs. */
async function installScript(user: User, name: string, program: string): Promise<void> {
  mkdirSync(join(user.home, 'bin/node_modules'), { recursive: true });
  const text = readFileSync(fromRoot('test-windows', 'programs', program), 'utf8');
  user.write(`bin/node_modules/${program}`, `#!/usr/bin/env node\n${text}`);
  await shim(join(user.home, 'bin/node_modules', program), join(user.home, 'bin', name));
}

async function shim(from: string, to: string): Promise<void> {
  const { npm } = windowsFolders();
  const write = createRequire(join(npm, 'index.js'))('cmd-shim') as (from: string, to: string) => Promise<void>;
  await write(from, to);
}

/** Command lines of processes that contain a text, as Linux sees them. */
function processesWith(text: string): string[] {
  const lines = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  });
  return lines.filter((line) => line.includes(text));
}

const difficult = ['a b', 'say "hi"', 'a^b', 'a&b', 'x|y', '<z>', 'back\\', 'quote\\"', '(p)', '!bang!', '"x & y"', ''];
/** Wine's interpreter expands variables that are escaped; that of Windows does not. */
const percent = ['100%', '%PATH%'];

interface Tested {
  readonly data: { readonly servers: readonly { readonly ok: boolean; readonly tools?: number }[] };
}

describe('arguments arrive as they are', () => {
  it.each([
    ['a program', 'node'],
    ['a batch file of npm', 'arguments'],
  ])('through %s', async (_, command) => {
    const user = new User();
    await installScript(user, 'arguments', 'arguments-server.mjs');
    const script = command === 'node' ? [user.windows('bin/node_modules/arguments-server.mjs')] : [];
    const passed = command === 'node' || process.platform === 'win32' ? [...difficult, ...percent] : difficult;
    const args = [...script, ...passed];
    user.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { demo: { command, args } } }));
    const { stdout, stderr } = await user.plugboard(['call', 'demo', 'arguments']);
    expect([stdout.trim(), stderr]).toEqual([JSON.stringify(passed), expect.anything()]);
  });
});

describe('a mute server behind a batch file', () => {
  it('is given up in time and ended with all it has started', async () => {
    const user = new User();
    await installScript(user, 'mute', 'mute-server.mjs');
    const marker = `marker-${process.pid}-${Date.now()}`;
    user.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { mute: { command: 'mute', args: [marker] } } }));
    const { code, late, stdout, stderr } = await user.plugboard(['test', 'mute', '--timeout', '2'], { timeout: 90_000 });
    expect([late, code === 0]).toEqual([false, false]);
    expect(stdout + stderr).toMatch(/2 s/);
    expect(processesWith(marker)).toEqual([]);
  });
});

describe('a published server through npx', () => {
  // Servers of a user start in the home, unless the project is trusted.
  const user = (): User => {
    const one = new User();
    const modules = join(one.home, 'node_modules');
    mkdirSync(join(modules, '@modelcontextprotocol'), { recursive: true });
    mkdirSync(join(modules, '.bin'), { recursive: true });
    const everything = fromRoot('test/servers/node_modules/@modelcontextprotocol/server-everything');
    symlinkSync(everything, join(modules, '@modelcontextprotocol/server-everything'));
    one.write('package.json', '{ "private": true }');
    const server = { command: 'npx', args: ['--offline', 'mcp-server-everything'] };
    one.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { everything: server } }));
    return one;
  };
  const installed = async (): Promise<User> => {
    const one = user();
    const modules = join(one.home, 'node_modules');
    const script = join(modules, '@modelcontextprotocol/server-everything/dist/index.js');
    await shim(script, join(modules, '.bin/mcp-server-everything'));
    return one;
  };

  it('is tested and called', async () => {
    const one = await installed();
    const tested = await one.json<Tested>(['test', 'everything', '--timeout', '60'], { timeout: 120_000 });
    expect(JSON.stringify(tested)).toContain('"ok":true');
    const args = ['call', 'everything', 'echo', 'message=100% "of" a & b ^ c', '--timeout', '60'];
    const { stdout } = await one.plugboard(args, { timeout: 120_000 });
    expect(stdout).toContain('100% "of" a & b ^ c');
  });

  it.each(['stdio', 'http'])('is served over %s to a client that runs there', async (way) => {
    const one = await installed();
    const call = ['mcp_everything_echo', '{"message":"hello"}'];
    const program = one.program('gateway-client.mjs', [onZ(fromRoot('bin/plugboard.js')), way, ...call], { timeout: 150_000 });
    const { stdout, stderr } = await program;
    const found = JSON.parse(stdout || JSON.stringify({ stderr }));
    expect(found.problem).toBeUndefined();
    expect(found.tools).toContain('mcp_everything_echo');
    expect(JSON.stringify(found.result)).toContain('hello');
  });
});

function onZ(path: string): string {
  return process.platform === 'win32' ? path : `Z:${path.replaceAll('/', '\\')}`;
}

describe('opencode', () => {
  it('says what is missing without OpenCode', async () => {
    const one = new User();
    const { code, stderr, late } = await one.plugboard(['opencode', '--http', '--port', '0'], { timeout: 30_000 });
    expect(late || code !== 0).toBe(true);
    expect(stderr).toMatch(/opencode/i);
  });
});
