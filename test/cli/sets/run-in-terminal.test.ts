import { chmodSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { npmServer } from '../support/npm-server.ts';
import { terminalSvg } from '../support/terminal-svg.ts';
import { hasTmux, startInTerminal, type Terminal } from '../support/tmux.ts';
import { machineWithClaude } from './stand-in.ts';

const directory = '~/.claude/mcp-configs';
const server = (command: string): object => ({ command: 'npx', args: ['-y', command] });
const sets: Readonly<Record<string, unknown>> = {
  data: {
    description: 'Databases, read-only',
    mcpServers: { postgres: server('@example/postgres-mcp@2.1.0'), redis: server('@example/redis-mcp@1.4.2') },
  },
  research: {
    mcpServers: {
      context7: { type: 'http', url: 'https://mcp.context7.com/mcp' },
      exa: { type: 'http', url: 'https://mcp.exa.ai/mcp', headers: { 'x-api-key': 'very-secret-1' } },
    },
  },
  web: {
    description: 'A browser and what it shows',
    mcpServers: {
      playwright: server('@playwright/mcp@0.0.83'),
      figma: { type: 'http', url: 'https://mcp.figma.com/mcp' },
    },
  },
};
const files = {
  ...Object.fromEntries(Object.entries(sets).map(([name, set]) => [`${directory}/${name}.json`, JSON.stringify(set)])),
  [`${directory}/old.json`]: '{\n  "mcpServers": {\n    "x": {,}\n  }\n}\n',
};

describe.skipIf(!hasTmux)('plugboard run in a real terminal (tmux)', () => {
  let terminal: Terminal | undefined;
  afterEach(() => terminal?.close());

  it('prompts for sets, starts Claude Code with them, and exits as it exits', async () => {
    const here = machineWithClaude(files);
    const start = (...args: readonly string[]): Terminal =>
      (terminal = startInTerminal({ ...here, env: { ...here.env, END_WITH: '3' } }, args));
    const { press, shows, close } = start('run', '--', 'say "hi"');
    expect(await shows('> ◻ data')).toMatch(/old.*JSON syntax error/);
    press('Space', '/', 'exa', 'Enter');
    await shows('1 of 4 sets');
    press('Space', 'p');
    const preview = await shows('x-api-key');
    expect(preview).not.toContain('very-secret-1');
    press('Enter');
    await shows('exit code 3');
    const paths = ['data', 'research'].map((name) => here.path(`${directory}/${name}.json`));
    // The option takes all words behind it, so that what is Claude Code's own has to be told from files.
    expect(here.started()?.args).toEqual([`--mcp-config=${paths[0]}`, `--mcp-config=${paths[1]}`, 'say "hi"']);
    close();
    const again = start('run');
    await again.shows('> ◼ data');
    again.press('c', 'q');
    expect(await again.shows('exit code')).toContain('Nothing started.\nexit code 1');
    again.close();
    const interrupted = start('run');
    await interrupted.shows('> ◼ data');
    interrupted.press('C-c');
    await interrupted.shows('exit code 130');
  });

  it('opens the editor on a set that cannot be used, and goes on with what it has become', async () => {
    const editor = `#!${process.execPath}\nrequire('node:fs').writeFileSync(process.argv[2], '{"mcpServers":{"x":{"command":"x"}}}\\n');\n`;
    const here = machineWithClaude({ ...files, '~/bin/editor': editor });
    chmodSync(here.path('~/bin/editor'), 0o755);
    terminal = startInTerminal({ ...here, env: { ...here.env, EDITOR: 'editor' } }, ['run']);
    const { press, shows } = terminal;
    await shows('> ◻ data');
    press('Space', 'End');
    await shows('> ✗ old');
    press('Space');
    await shows('old cannot be used; press i for the reason, e to edit it');
    press('?');
    await shows('open the set under the cursor in your editor');
    press('q', 'i');
    await shows('fix: ');
    press('q', 'e');
    await shows('Write this?');
    press('Enter');
    await shows('> ◻ old → x');
    press('Space', 'Enter');
    await shows('exit code 0');
    const paths = ['data', 'old'].map((name) => here.path(`${directory}/${name}.json`));
    expect(here.started()?.args).toEqual(['--mcp-config', paths[0], '--mcp-config', paths[1]]);
    expect(here.read(`${directory}/old.json`)).toBe('{"mcpServers":{"x":{"command":"x"}}}\n');
  });

  it('tells in the picker that the editor cannot be started', async () => {
    const here = machineWithClaude(files);
    terminal = startInTerminal({ ...here, env: { ...here.env, EDITOR: 'no-such-editor' } }, ['run']);
    await terminal.shows('> ◻ data');
    terminal.press('e');
    await terminal.shows('The editor no-such-editor cannot be started');
    terminal.press('q');
    await terminal.shows('Nothing started.\nexit code 1');
  });

  it('says what a set costs of a context once its servers have been asked', async () => {
    const memory = npmServer('memory');
    const here = machineWithClaude({
      '~/.cursor/mcp.json': JSON.stringify({ mcpServers: { memory } }),
      [`${directory}/notes.json`]: JSON.stringify({ mcpServers: { memory } }),
    });
    expect(here.run(['tools', 'memory']).code).toBe(0);
    terminal = startInTerminal(here, ['run']);
    await terminal.shows('> ◻ notes');
    terminal.press('Space');
    expect(await terminal.shows('1 selected')).toMatch(/1 selected, about [\d,]+ tokens: notes/);
  });

  it('looks as the picture shows it', async () => {
    const here = machineWithClaude(files);
    terminal = startInTerminal(here, ['run'], { columns: 100, rows: 22 });
    const { press, shows, screen } = terminal;
    await shows('> ◻ data');
    press('Space', 'Down', 'Space', 'p');
    await shows('x-api-key');
    const title = 'the picker: sets of servers with boxes to tick, and what is in the one under the cursor';
    await expect(terminalSvg(screen(), 100, title)).toMatchFileSnapshot('../../../docs/picker.svg');
  });
});
