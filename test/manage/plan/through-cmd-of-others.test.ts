import { expect, it } from 'vitest';
import { add } from '../../../src/manage/add.ts';
import { copy } from '../../../src/manage/copy.ts';
import { outsideTexts } from '../../../src/manage/outside/outside-text.ts';
import type { Server } from '../../../src/model/server.ts';
import { clinic } from '../../doctor/support/clinic.ts';
import { target } from '../support/workspace.ts';

const words = [
  'a&calc.exe',
  'a|b',
  'a>b',
  'a<b',
  'a^b',
  '%GITHUB_TOKEN%',
  '!GITHUB_TOKEN!',
  '"&calc.exe&"',
  'a\ncalc.exe',
];
const serverWith = (word: string): Server => ({ command: 'npx', args: ['-y', 'tool@1.0.0', word] });
const windows = { programs: ['npx.cmd', 'cmd.exe'], platform: 'win32' } as const;

/** Claude Code needs the interpreter in front of a script on Windows; Crush does not. */
it.each(words)('text of a project or of someone else does not become a line of cmd: %j', async (word) => {
  const server = serverWith(word);
  const { host } = clinic({ '.mcp.json': { mcpServers: { demo: server } } }, windows);
  const copied = await copy(host, 'demo', target('mcp-json:project'), [target('claude-code:user')]);
  const outside = (await outsideTexts(host, [{ name: 'new', server }])).get('new');
  const pasted = await add(host, 'new', server, [target('claude-code:user')], 'fail', undefined, outside);
  for (const plan of [copied, pasted]) {
    expect(plan.losses.map(({ reason, field }) => [reason, field])).toContainEqual(['literal-read-by-cmd', 'args.2']);
    expect(plan.unwritten).toHaveLength(1);
    expect(plan.changes.filter(({ path }) => path.endsWith('.claude.json'))).toEqual([]);
  }
});

it('ordinary text of someone else goes through cmd, and text of the user is only told', async () => {
  const { host } = clinic({ '.mcp.json': { mcpServers: { demo: serverWith('--port=80') } } }, windows);
  const copied = await copy(host, 'demo', target('mcp-json:project'), [target('claude-code:user')]);
  expect(copied.changes[0]?.after).toContain('"cmd"');
  const own = await add(host, 'own', serverWith('a&b'), [target('claude-code:user')]);
  expect(own.losses.map(({ reason }) => reason)).toEqual(['read-by-cmd']);
  expect(own.changes[0]?.after).toContain('"cmd"');
});
