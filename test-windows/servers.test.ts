import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
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

describe('a batch file in a directory with spaces and parentheses', () => {
  it('is written so that cmd starts it, with arguments that have spaces too', async () => {
    const user = new User();
    installScript(user, 'arguments', 'arguments-server.mjs');
    const script = user.windows('bin/node_modules/arguments-server.mjs');
    user.write('Program Files (x86)/tool.cmd', `@node "${script}" %*\r\n`);
    const tool = user.windows('Program Files (x86)/tool.cmd');
    await user.plugboard(['add', 'demo', '--to', 'claude-code', '--', tool, 'a b', 'c']);
    expect(JSON.parse(user.read('.claude.json')).mcpServers.demo.args).toEqual(['/c', 'call', tool, 'a b', 'c']);
    expect((await user.plugboard(['call', 'demo', 'arguments'])).stdout.trim()).toBe('["a b","c"]');
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
    // Linux may show a process for a moment after Wine has ended it.
    await expect.poll(() => processesWith(marker), { timeout: 30_000 }).toEqual([]);
  });
});

describe('a published server', () => {
  // Servers of a user start in the home, unless the project is trusted.
  const installed = (): User => {
    const one = new User();
    one.write('package.json', '{ "private": true }');
    one.write('node_modules/.bin/mcp-server-everything.cmd', batchFile(everything()));
    // npm writes one for other shells too, and npx looks for that one.
    one.write('node_modules/.bin/mcp-server-everything', '#!/bin/sh\n');
    const server = { command: 'npx', args: ['--offline', 'mcp-server-everything'] };
    one.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { everything: server } }));
    return one;
  };

  // Without npx, which takes half a minute there on a busy machine: longer than the gateway waits.
  const direct = (): User => {
    const one = new User();
    const server = { command: 'node', args: [everything()] };
    one.write('.cursor/mcp.json', JSON.stringify({ mcpServers: { everything: server } }));
    return one;
  };

  it('is tested and called through npx', async () => {
    const one = installed();
    const tested = await one.json<Tested>(['test', 'everything', '--timeout', '60'], { timeout: 120_000 });
    expect(JSON.stringify(tested)).toContain('"ok":true');
    const args = ['call', 'everything', 'echo', 'message=100% "of" a & b ^ c', '--timeout', '60'];
    const { stdout } = await one.plugboard(args, { timeout: 120_000 });
    expect(stdout).toContain('100% "of" a & b ^ c');
  });

  it('is served over stdio to a client that runs there', async () => {
    const one = direct();
    const found = await callOverStdio(one, 'serve', 'mcp_everything_echo', '{"message":"hello"}');
    expect(found.problem).toBeUndefined();
    expect(found.tools).toContain('mcp_everything_echo');
    expect(JSON.stringify(found.result)).toContain('hello');
  });

  // Node cannot connect to this machine under Wine 8, so the client runs outside.
  it('is served over HTTP', async () => {
    const one = direct();
    await whileRunning(
      one,
      (port) => ['serve', '--http', String(port)],
      async (origin) => {
        const token = one.read('AppData/Local/plugboard/state/gateway-token').trim();
        const headers: Record<string, string> = {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
        };
        const post = async (message: object): Promise<string> => {
          const body = JSON.stringify({ jsonrpc: '2.0', ...message });
          const response = await fetch(`${origin}/mcp`, { method: 'POST', headers, body });
          const session = response.headers.get('mcp-session-id');
          if (session) headers['mcp-session-id'] = session;
          return response.text();
        };
        const clientInfo = { name: 'windows-test', version: '1.0.0' };
        const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
        await post({ id: 1, method: 'initialize', params });
        await post({ method: 'notifications/initialized' });
        const call = { name: 'mcp_everything_echo', arguments: { message: 'hello' } };
        // The tool is unknown until a slow server has started.
        const called = async (): Promise<string> => post({ id: 2, method: 'tools/call', params: call });
        await expect.poll(called, { timeout: 100_000, interval: 500 }).toContain('hello');
      },
    );
  });
});

describe('the page', () => {
  it('is served, to those who have its link', async () => {
    const command = (port: number): string[] => ['ui', '--no-open', '--port', String(port)];
    await whileRunning(new User(), command, async (origin) => {
      for (const path of ['/', '/api/servers']) {
        const response = await fetch(origin + path);
        expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'signed-out' } }]);
      }
    });
  });
});

/** Runs a command that listens on a port, and ends it after the work. */
async function whileRunning(
  user: User,
  command: (port: number) => readonly string[],
  work: (origin: string) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const end = new AbortController();
  const running = user.plugboard(command(port), { signal: end.signal, timeout: 170_000 });
  const origin = `http://127.0.0.1:${port}`;
  try {
    const answers = async (): Promise<boolean> =>
      fetch(origin).then(
        () => true,
        () => false,
      );
    await expect.poll(answers, { timeout: 120_000, interval: 500 }).toBe(true);
    await work(origin);
  } finally {
    end.abort();
    await running;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function everything(): string {
  return onZ(fromRoot('test/servers/node_modules/@modelcontextprotocol/server-everything/dist/index.js'));
}

function onZ(path: string): string {
  return process.platform === 'win32' ? path : `Z:${path.replaceAll('/', '\\')}`;
}

describe('opencode', () => {
  it('says what is missing without OpenCode', async () => {
    const found = await callOverStdio(new User(), 'opencode', 'opencode_status', '{}');
    expect(found.tools).toContain('opencode_run');
    expect(JSON.stringify(found.result)).toMatch(/OpenCode is not installed.*npm install -g opencode-ai/);
  });
});

interface Found {
  readonly problem?: string;
  readonly tools?: readonly string[];
  readonly result?: unknown;
}

/** Calls a tool of a command that is a server, by a client that runs there. */
async function callOverStdio(user: User, command: string, tool: string, args: string): Promise<Found> {
  const words = [onZ(fromRoot('bin/plugboard.js')), command, tool, args];
  const { stdout, stderr } = await user.program('gateway-client.mjs', words, { timeout: 150_000 });
  return JSON.parse(stdout || JSON.stringify({ problem: stderr })) as Found;
}
