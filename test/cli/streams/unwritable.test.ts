import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../../src/cli/program/command-table.ts';
import { isDeep } from '../../support/deep.ts';
import { invocations } from '../support/invocations.ts';
import { machine, program } from '../support/machine.ts';

const here = machine({
  '~/.cursor/mcp.json': '{ "mcpServers": { "files": { "command": "node" } } }',
  '~/.claude/mcp-configs/work.json': '{ "mcpServers": { "x": { "command": "x" } } }',
  '~/.claude/mcp-configs/bad.json': '{ "mcpServers": { "x": { "command": "" } } }',
  'bad.json': '{ "mcpServers": { "x": { "command": "" } }',
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs with these in place of its standard output and error, and closes them. */
async function run(
  args: readonly string[],
  { stdout, stderr, input }: { stdout?: number; stderr?: number; input?: string } = {},
): Promise<Ended> {
  const stdio = [
    input === undefined ? ('ignore' as const) : ('pipe' as const),
    stdout ?? ('pipe' as const),
    stderr ?? ('pipe' as const),
  ];
  const child = spawn(process.execPath, [program, ...args], { cwd: here.project, env: here.env, stdio });
  for (const given of [stdout, stderr]) if (given !== undefined) closeSync(given);
  child.stdin?.on('error', () => undefined).end(input);
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const code = await new Promise<number | null>((done) => {
    child.once('close', done);
  });
  return { code, ...said };
}

/** Commands that print messages besides their result. */
const speaking = ['add', 'doctor', 'list', 'sync', 'test', 'validate'];

const full = (): number => openSync('/dev/full', 'w');

/** A pipe that is never read again. */
function unread(): number {
  const path = join(mkdtempSync(join(homedir(), 'pipe-')), 'pipe');
  execFileSync('mkfifo', [path]);
  const both = openSync(path, constants.O_RDWR);
  const writing = openSync(path, constants.O_WRONLY);
  closeSync(both);
  return writing;
}

function expectOrderly({ code, stdout, stderr }: Ended): void {
  expect(code).not.toBeNull();
  expect(stdout + stderr).not.toMatch(/Internal error|\n\s+at |node:internal|node:events|Error:/);
}

it('runs every command there is', () => {
  const commands = commandTable.map(({ name }) => name);
  expect(Object.keys(invocations).toSorted()).toEqual([...commands, 'help', '__complete'].toSorted());
});

// Other systems lack /dev/full.
describe.skipIf(process.platform !== 'linux').each(Object.entries(invocations))('plugboard %s', (name, args) => {
  it(
    'says so when its output cannot be written, and ends with its own code when nobody reads on',
    { timeout: 120_000 },
    async () => {
      const words = [name, ...args];
      const usual = here.run(words);
      const [noRoom, noReader, ...wordless] = await Promise.all([
        run(words, { stdout: full() }),
        run(words, { stdout: unread() }),
        run(words, { stderr: full() }),
        // Any failure of a message is treated alike, so a few commands show this one.
        ...(isDeep || speaking.includes(name) ? [run(words, { stderr: unread() })] : []),
      ]);
      for (const ended of [noRoom, noReader, ...wordless]) expectOrderly(ended);
      if (usual.stdout === '') expect(noRoom.code).toBe(usual.code);
      else {
        expect(noRoom.code).toBe(1);
        expect(noRoom.stderr).toContain('✗ The output cannot be written: the disk is full.');
      }
      expect(noReader.code).toBe(usual.code);
      for (const ended of wordless) {
        expect(ended.code).toBe(usual.code);
        expect(ended.stdout.length > 0).toBe(usual.stdout.length > 0);
      }
    },
  );
});

describe.skipIf(process.platform !== 'linux')('a command that writes files', () => {
  it('does its work although its words cannot be shown', async () => {
    expect(await run(['sets', 'create', 'made', 'work/x'], { stderr: full() })).toMatchObject({ code: 0 });
    expect(here.read('~/.claude/mcp-configs/made.json')).toContain('"x"');
  });
});

describe.skipIf(process.platform !== 'linux').each(['serve'])('a server that speaks on its output: %s', (name) => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;

  it(
    'says so when its output cannot be written, and ends in peace when its client is gone',
    { timeout: 120_000 },
    async () => {
      const [noRoom, noReader] = await Promise.all([
        run([name], { input, stdout: full() }),
        run([name], { input, stdout: unread() }),
      ]);
      for (const ended of [noRoom, noReader]) expectOrderly(ended);
      expect(noRoom.stderr).toContain('✗ The output cannot be written: the disk is full.');
      expect([noRoom.code, noReader.code]).toEqual([1, 0]);
    },
  );
});
