import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { guarded } from '../auth/support/guarded.ts';
import { linesIn, machineWith, toolbox } from '../runtime/support/servers.ts';
import type { Machine } from '../support/machine.ts';
import { hasTmux, startInTerminal, type Terminal } from '../support/tmux.ts';

const asking = fileURLToPath(new URL('../elicitation/asking.mjs', import.meta.url));

const form = { type: 'object', properties: { name: { type: 'string' } } };

function place(): Machine {
  const here = machineWith({ user: { box: toolbox() }, project: { theirs: toolbox() } });
  for (const name of ['one', 'two'])
    here.write(`~/.claude/mcp-configs/${name}.json`, JSON.stringify({ mcpServers: { [name]: toolbox() } }));
  here.write('~/question.json', JSON.stringify({ message: 'Who?', requestedSchema: form }));
  const args = [asking, 'legacy', here.path('~/question.json'), here.path('~/log')];
  const mcpServers = { box: toolbox(), asking: { command: process.execPath, args } };
  here.write('~/.cursor/mcp.json', JSON.stringify({ mcpServers }));
  return here;
}

/** Without what is kept of tools, which is no decision of a person. */
function decided(here: Machine): string[] {
  return here.everything().filter((name) => !/\/(?:tools|eras|logs|calls|pins|failures)\/|^~\/log$/.test(name));
}

describe('an answer that ends before its line does', () => {
  it.each([
    ['nothing', ''],
    ['half a line', '1'],
    ['a word', 'all'],
  ])('is none: %s', (_, input) => {
    const here = place();
    const before = decided(here);
    const { code, stdout, stderr } = here.run(['run'], { input });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('✗ Nothing started: standard input ended before a whole line was read.');
    expect(here.run(['run', '--quiet'], { input }).stderr).toContain('Nothing started');
    expect(decided(here)).toEqual(before);
  });
});

describe.skipIf(!hasTmux)('Ctrl+D at a real terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());

  it.each<[string, string[], string]>([
    ['a change', ['remove', 'box', '--from', 'cursor'], 'Write this?'],
    ['an approval', ['approve', 'theirs'], 'Approve theirs?'],
    ['an approval on the way', ['test', 'theirs'], 'Approve theirs?'],
    ['a call', ['call', 'box', 'remove'], 'Call it?'],
    ['the wizard', ['add'], 'What do you have?'],
    ['the picker of sets', ['run'], 'Start Claude Code with'],
    ['a question of a server', ['call', 'asking', 'ask', '--yes'], 'What do you want to do?'],
  ])('cancels %s', async (_, args, question) => {
    const here = place();
    const before = decided(here);
    terminal = startInTerminal(here, args);
    await terminal.shows(question);
    terminal.press('C-d');
    expect(await terminal.shows('exit code 130')).toMatch(/Nothing (?:written|started)\.|Interrupted\./);
    expect(decided(here)).toEqual(before);
    expect(linesIn(here.path('~/log')).filter((line) => line.includes('accept'))).toEqual([]);
  });

  it.each([['auth', 'login'], ['reauth']])('cancels %s %s', async (...words) => {
    const { here, browser } = await guarded();
    const env = { ...here.env, ...browser };
    terminal = startInTerminal({ ...here, env }, [...words, 'guarded', '--no-browser'], { columns: 900, rows: 40 });
    await terminal.shows('Or paste');
    terminal.press('C-d');
    expect(await terminal.shows('exit code 130')).toContain('✗ Interrupted.');
    expect(here.ask(['auth', 'status']).data.servers).toMatchObject([{ name: 'guarded', state: 'none' }]);
  });
});
