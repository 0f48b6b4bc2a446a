import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../scripts/root.mjs';
import { User } from './machine/user.ts';

/** Installs one of our scripts with a batch file in the directory of programs. */
function installScript(user: User, name: string, program: string): void {
  const text = readFileSync(fromRoot('test-windows', 'programs', program), 'utf8');
  user.write(`bin/node_modules/${program}`, text);
  user.write(`bin/${name}.cmd`, batchFile(`%~dp0node_modules\\${program}`));
}

/** A batch file that passes its arguments on. The interpreter of Wine cannot run those that npm writes today. */
function batchFile(script: string): string {
  return `@node "${script}" %*\r\n`;
}

/** Command lines of processes that contain a text, as Linux sees them. */
function processesWith(text: string): string[] {
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((id) => {
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
    ['a batch file', 'arguments'],
  ])('through %s', async (_, command) => {
    const user = new User();
    installScript(user, 'arguments', 'arguments-server.mjs');
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
    installScript(user, 'mute', 'mute-server.mjs');
    const marker = `marker-${process.pid}-${Date.now()}`;
    user.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { mute: { command: 'mute', args: [marker] } } }));
    const { code, late, stdout, stderr } = await user.plugboard(['test', 'mute', '--timeout', '2'], {
      timeout: 90_000,
    });
    expect([late, code === 0]).toEqual([false, false]);
    expect(stdout + stderr).toMatch(/2 s/);
    expect(processesWith(marker)).toEqual([]);
  });
});

describe('a published server through npx', () => {
  // Servers of a user start in the home, unless the project is trusted.
  const installed = (): User => {
    const one = new User();
    one.write('package.json', '{ "private": true }');
    const script = onZ(fromRoot('test/servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js'));
    one.write('node_modules/.bin/mcp-server-everything.cmd', batchFile(script));
    // npm writes one for other shells too, and npx looks for that one.
    one.write('node_modules/.bin/mcp-server-everything', '#!/bin/sh\n');
    const server = { command: 'npx', args: ['--offline', 'mcp-server-everything'] };
    one.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { everything: server } }));
    return one;
  };

  it('is tested and called', async () => {
    const one = installed();
    const tested = await one.json<Tested>(['test', 'everything', '--timeout', '60'], { timeout: 120_000 });
    expect(JSON.stringify(tested)).toContain('"ok":true');
    const args = ['call', 'everything', 'echo', 'message=100% "of" a & b ^ c', '--timeout', '60'];
    const { stdout } = await one.plugboard(args, { timeout: 120_000 });
    expect(stdout).toContain('100% "of" a & b ^ c');
  });

  it.each(['stdio', 'http'])('is served over %s to a client that runs there', async (way) => {
    const one = installed();
    const call = ['mcp_everything_echo', '{"message":"hello"}'];
    const program = one.program('gateway-client.mjs', [onZ(fromRoot('bin/plugboard.js')), way, ...call], {
      timeout: 150_000,
    });
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
