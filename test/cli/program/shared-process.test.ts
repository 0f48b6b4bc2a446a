import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalog, machine } from '../support/machine.ts';

/** Most tests run commands in one process, one after the other. Each must do there what it does in its own. */
const here = machine({
  [catalog]: '{ "servers": { "files": { "command": "node", "args": ["files.js"] } } }\n',
  '~/.cursor/mcp.json': '{ "mcpServers": { "files": { "command": "node", "timeout": "x" } } }\n',
  'sub/.mcp.json': '{ "mcpServers": { "inner": { "command": "inner" } } }\n',
});
const server = '{ "mcpServers": { "a": { "command": "run" } } }';

it.each<[string[], Parameters<typeof here.run>[1]?]>([
  [['list']],
  [['list', '--json'], { cwd: 'sub' }],
  [['list'], { env: { NO_COLOR: '', FORCE_COLOR: '1' } }],
  [['list'], { env: { HOME: '/nonexistent' } }],
  [['validate', '-'], { input: server }],
  [['validate', '-'], { input: server.slice(0, -9) }],
  [['validate', '-']],
  [['add', '-', '--dry-run'], { input: server }],
  [['sync', '--dry-run']],
  [['doctor', '--json']],
  [['test', 'files']],
  [['call', 'files', 'x', '--json']],
  [['no-such-command']],
  [['--version']],
  [['help', 'add']],
])('ends with the same code and output as in a process of its own: %j %j', (args, circumstances) => {
  expect(here.run(args, circumstances)).toEqual(here.run(args, { ...circumstances, fresh: true }));
});

it('keeps nothing of the command before: directory, variables, input, exit code', () => {
  const first = here.run(['list', '--json']);
  here.run(['validate', '-'], { cwd: 'sub', input: '{', env: { PLUGBOARD_HOME: here.path('~/elsewhere') } });
  expect(here.run(['list', '--json'])).toEqual(first);
});

it.skipIf(process.platform === 'win32')('goes on in another process when a command was killed', () => {
  const work = { '~/.claude/mcp-configs/work.json': server, '~/bin/claude': '#!/bin/sh\nkill -9 $PPID\n' };
  const killed = machine(work);
  chmodSync(killed.path('~/bin/claude'), 0o755);
  const env = { PATH: `${killed.path('~/bin')}:/usr/bin:/bin` };
  expect(killed.run(['run', 'work'], { env }).code).toBe(null);
  expect(here.run(['--version']).code).toBe(0);
});
