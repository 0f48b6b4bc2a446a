import { existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandText } from '../../src/opencode/turn/command-text.ts';
import { type InProcess, startInProcess } from './support/in-process.ts';
import type { ToolAnswer } from './support/peer.ts';
import { makeWorld, type World } from './support/world.ts';

// OpenCode takes its time to start, all the more on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let world: World;
let server: InProcess;
let secret: string;

beforeAll(async () => {
  secret = join(realpathSync(mkdtempSync(join(homedir(), 'outside-'))), 'secret.txt');
  writeFileSync(secret, 'The secret of the other project');
  world = await makeWorld({
    command: {
      see: { template: 'Look at @$1 please' },
      all: { template: 'Look at $ARGUMENTS' },
      own: { template: `Look at @${secret} and $1` },
      run: { template: 'Result: !$1' },
    },
    agent: { careful: { mode: 'subagent', description: 'Asks', permission: { '*': 'ask' } } },
  });
  server = await startInProcess(world, { OPENCODE_MCP_TOOLSETS: 'all' });
}, 120_000);

afterAll(async () => {
  await server.app.close();
  await world.model.close();
});

const command = async (access: string, name: string, words: string): Promise<ToolAnswer['data']> => {
  const { data } = await server.peer.call('opencode_session_create', { access });
  const args = { sessionId: data['sessionId'], command: name, arguments: words };
  return (await server.peer.call('opencode_session_command', args)).data;
};
const sent = (from: number): string => JSON.stringify(world.model.requests.slice(from));

describe.each(['read-only', 'edit', 'ask'])('a command with access %s', (access) => {
  it('runs no shell command that its template and its arguments make together', async () => {
    const path = join(world.project, `${access}.txt`);
    expect(await command(access, 'run', `"\`touch ${path}\`"`)).toMatchObject({ code: 'ACCESS_DENIED' });
    expect(existsSync(path)).toBe(false);
  });

  it('sends no file outside the project that its template and its arguments make together', async () => {
    const before = world.model.requests.length;
    expect(await command(access, 'see', secret)).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(await command(access, 'all', '@../../p/README.md')).toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect(sent(before)).not.toContain('The secret');
  });
});

it('sends the files that its template names', async () => {
  const before = world.model.requests.length;
  expect(await command('read-only', 'own', 'README.md')).toMatchObject({ status: 'completed' });
  expect(sent(before)).toContain('The secret');
  expect(await command('read-only', 'see', 'README.md')).toMatchObject({ status: 'completed' });
});

it('does not start a subagent by a mention that the access denies', async () => {
  const path = join(world.project, 'by-mention.txt');
  const task = { description: 'Sub', prompt: '[[sub]]', subagent_type: 'general' };
  world.model.script('main', { tool: 'task', arguments: task }, { text: 'Done.' });
  const bash = { command: `touch ${path}`, description: 'Do it' };
  world.model.script('sub', { tool: 'bash', arguments: bash }, { text: 'Sub done.' });
  expect(await command('ask', 'all', '@general [[main]]')).toMatchObject({ code: 'ACCESS_DENIED' });
  expect(existsSync(path)).toBe(false);
});

describe('commandText', () => {
  it.each([
    ['a $1 b $2', 'x "y z" w', 'a x b y z w'],
    ['a $2', 'x', 'a '],
    ['a $ARGUMENTS', 'x y', 'a x y'],
    ['a', 'x y', 'a\n\nx y'],
    ['a', ' ', 'a'],
  ])('of %j with %j is %j', (template, words, text) => {
    expect(commandText(template, words)).toBe(text);
  });
});
