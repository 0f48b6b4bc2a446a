import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './support/run-program.ts';

const program = fileURLToPath(new URL('../../bin/plugboard.js', import.meta.url));
const talkative = fileURLToPath(new URL('../gateway/servers/talkative.mjs', import.meta.url));
const entry = (name: string): object => ({ command: process.execPath, args: [talkative, 'legacy', name] });

interface Running {
  readonly folder: string;
  request(method: string, params?: object): Promise<Record<string, Record<string, unknown>>>;
  /** Closes its input and waits for its end. */
  end(): Promise<{ code: number | null; stderr: string }>;
}

/** `plugboard serve` in a folder that is the person's home as well. */
function serving(
  files: Readonly<Record<string, unknown>>,
  args: readonly string[] = [],
  folder = mkdtempSync(join(homedir(), 'serve-')),
): Running {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content));
  }
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  const env = { ...process.env, HOME: folder, USERPROFILE: folder, XDG_CONFIG_HOME: join(folder, '.config') };
  const child = spawn(process.execPath, [program, 'serve', ...args], { cwd: project, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const waiting = new Map<number, (answer: never) => void>();
  let [stderr, id] = ['', 0];
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number };
    waiting.get(message.id ?? -1)?.(message as never);
  });
  return {
    folder,
    async request(method, params = {}) {
      id += 1;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return new Promise((done) => waiting.set(id, done));
    },
    async end() {
      child.stdin.end();
      const code = await new Promise<number | null>((done) => child.once('close', done));
      return { code, stderr };
    },
  };
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const names = ({ result }: Record<string, Record<string, unknown>>): string[] =>
  ((result ?? {})['tools'] as { name: string }[]).map(({ name }) => name);

test('servers of all assistants behind one endpoint, which is not one of them', async () => {
  const itself = { command: process.execPath, args: [program, 'serve'] };
  const files = {
    '.cursor/mcp.json': { mcpServers: { one: entry('one'), plugboard: itself } },
    '.config/plugboard/plugboard.json': { servers: { two: entry('two') } },
    'project/.mcp.json': { mcpServers: { stranger: entry('stranger') } },
  };
  const first = serving(files, ['--deny', '*_ask']);
  await first.request('initialize', hello);
  const listed = names(await first.request('tools/list'));
  expect(listed).toEqual(expect.arrayContaining(['mcp_one_echo', 'mcp_two_echo']));
  expect(listed.filter((name) => /stranger|plugboard|ask/.test(name))).toEqual([]);
  const called = await first.request('tools/call', { name: 'mcp_two_echo', arguments: { a: 1 } });
  expect(JSON.stringify(called)).toContain(String.raw`\"own\":\"two\"`);
  const { code, stderr } = await first.end();
  expect(code).toBe(0);
  expect(stderr).toMatch(/stranger: The server waits for your approval\. plugboard approve [0-9a-f]{8}/);
  const second = serving({}, ['--only', 'two', '--names', 'plain'], first.folder);
  await second.request('initialize', hello);
  expect(names(await second.request('tools/list'))).toEqual(expect.arrayContaining(['echo', 'ask']));
  expect((await second.end()).code).toBe(0);
});

test.each([
  ['--names', 'odd'],
  ['--search', 'maybe'],
  ['--idle', '-1'],
  ['--from', 'nobody'],
])('%s %s is a mistake', (...flags) => {
  expect(run(['serve', ...flags]).code).toBe(2);
});
