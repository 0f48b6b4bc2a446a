import { describe, expect, it } from 'vitest';
import { broken, dev, manySets, set, someSets } from '../support/sets.ts';
import { keys, show } from '../support/shown-picker.ts';

describe('the list', () => {
  it('shows the selection, usable sets, and why others are not', async () => {
    const { frame } = await show(someSets, { chosen: ['dev'] });
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  5 sets, 1 unusable

      > ◼ dev → files, web  (last time) Development servers
        ◻ empty
        ◻ office            Mail and calendar
        ◻ 漢字 → データ     日本語 🎉
        ✗ broken            JSON syntax error: Unexpected token }…

      1 selected, about 3,200 tokens: dev
      Space select  Enter confirm  q cancel  / filter  p preview
      a all  c clear  i problems  e edit  ? help"
    `);
  });

  it('fits into 40 columns and 10 rows', async () => {
    const { frame, press } = await show(someSets, { chosen: ['dev'], columns: 40, rows: 10 });
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  5 sets, 1 unusa…
      > ◼ dev → files, web  (last time) Devel…
        ◻ empty
        ◻ office            Mail and calendar
        ◻ 漢字 → データ     日本語 🎉
        ✗ broken            JSON syntax error…
      1 selected, about 3,200 tokens: dev
      Space select  Enter confirm  q cancel"
    `);
    await press('p');
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  5 sets, 1 unusa…
      > ◼ dev → files, web  (last time) Devel…
        ◻ empty
        ◻ office            Mail and calendar
      ── dev → files, … 1-2 of 13, d u scroll
      Development servers
      2 servers, about 3,200 tokens
      1 selected, about 3,200 tokens: dev
      Space select  Enter confirm  q cancel"
    `);
  });

  it('has the preview beside it in 120 columns', async () => {
    const { frame, press } = await show(someSets, { columns: 120, rows: 16 });
    await press('p');
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  5 sets, 1 unusable

      > ◻ dev → files, web  Development servers                   │ dev → files, web 1-9 of 12, d u scroll
        ◻ empty                                                   │ Development servers
        ◻ office            Mail and calendar                     │ 2 servers, about 3,200 tokens
        ◻ 漢字 → データ     日本語 🎉                             │ files  stdio  npx -y server-files /workspace
        ✗ broken            JSON syntax error: Unexpected token … │ web    http   https://example.com/mcp
                                                                  │
                                                                  │ {
                                                                  │   "mcpServers": {
                                                                  │     "files": { "command": "npx" },
                                                                  │     "web": { "headers": { "Authorization": "Bearer ••••" }

      None selected: Enter continues without any
      Space select  Enter confirm  q cancel  / filter  p hide  a all  c clear  i problems  e edit  ? help"
    `);
  });

  it('speaks ASCII', async () => {
    const { frame, press } = await show([broken, dev, set('x'.repeat(80))], { ascii: true });
    await press('p', '/', 'e');
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  2 of 3 sets, 1 unusable
      / e_

      > [ ] dev -> files, web            Development servers
        [-] broken                       JSON syntax error: Unexp~

      -- dev -> files, web
      Development servers
      2 servers, about 3,200 tokens
      files  stdio  npx -y server-files /workspace
      web    http   https://example.com/mcp

      {
        "mcpServers": {
          "files": { "command": "npx" },
          "web": { "headers": { "Authorization": "Bearer ****" } }
        }
      }

      None selected: Enter continues without any
      Enter keep  Esc clear  up/down move"
    `);
    expect(frame()).toMatch(/^[ -~\n]*$/);
  });

  it('uses colors only when it may', async () => {
    const plain = await show(someSets, { chosen: ['dev'] });
    const colored = await show(someSets, { chosen: ['dev'], color: true });
    expect(plain.frame()).not.toContain('\u001B');
    expect(colored.frame()).toContain('\u001B[2mbroken');
    expect(colored.frame()).toContain('\u001B[32m◼');
    // oxlint-disable-next-line no-control-regex -- colors.
    expect(colored.frame().replaceAll(/\u001B\[\d+m/g, '')).toBe(plain.frame());
  });

  it('shows names as they are and not what they do to a terminal', async () => {
    const { frame } = await show([set('a\u001B[2Jb\nc'), set('\u202Eleft')]);
    expect(frame()).toContain('◻ a\ufffd[2Jb c\n');
    expect(frame()).toContain('◻ \ufffdleft\n');
  });

  it('says so when there is nothing', async () => {
    const { frame, press } = await show([]);
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  0 sets

      No sets.

      None selected: Enter continues without any
      Space select  Enter confirm  q cancel  / filter  p preview
      a all  c clear  e edit  ? help"
    `);
    await press('p', 'a', ' ', keys.down, '/', 'x');
    expect(frame()).toContain('/ x█');
  });

  it('draws the part of a long list around the cursor', async () => {
    const { frame, press } = await show(manySets(10_000), { rows: 10 });
    await press(keys.end, keys.pageUp);
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  10000 sets, at 9994
        ◻ set-9990
        ◻ set-9991
        ◻ set-9992
      > ◻ set-9993
        ◻ set-9994
        ◻ set-9995
      None selected: Enter continues without any
      Space select  Enter confirm  q cancel  / filter  p preview"
    `);
  });
});

describe('keys', () => {
  it('select, and the footer tells what and how much it costs', async () => {
    const { frame, press } = await show(someSets);
    await press(' ', keys.down, keys.down, ' ');
    expect(frame()).toContain('2 selected, about 4,000 tokens: dev, office\n');
    await press('k', ' ');
    expect(frame()).toContain('3 selected: dev, empty, office\n');
    await press('c');
    expect(frame()).toContain('None selected: Enter continues without any\n');
  });

  it('tell why something cannot be selected, until the next key', async () => {
    const { frame, press } = await show(someSets);
    await press(keys.end, ' ');
    expect(frame()).toContain('! broken cannot be used; press i for the reason, e to edit');
    await press(keys.up);
    expect(frame()).not.toContain('cannot be used');
  });

  it('filter', async () => {
    const { frame, press } = await show(someSets);
    await press('/', 'a', 'i', 'l');
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  1 of 5 sets, 1 unusable
      / ail█

      > ◻ office            Mail and calendar





      None selected: Enter continues without any
      Enter keep  Esc clear  ↑↓ move"
    `);
    await press(keys.enter, 'a');
    expect(frame()).toContain('/ ail  Esc shows all\n');
    expect(frame()).toContain('1 selected, about 800 tokens: office\n');
    await press(keys.escape);
    expect(frame()).toContain('  5 sets, 1 unusable\n');
    await press('/', 'zz');
    expect(frame()).toContain('No matches.');
  });

  it('that come at once all count', async () => {
    const { frame, press } = await show(someSets);
    await press(' jj /off\r');
    expect(frame()).toContain('/ off  Esc shows all\n');
    expect(frame()).toContain('2 selected, about 4,000 tokens: dev, office\n');
  });

  it('show the reasons of all that cannot be used', async () => {
    const { frame, press } = await show([...someSets, set('bad', { error: `Several:\n  - ${'word '.repeat(20)}` })]);
    await press('i');
    expect(frame()).toMatchInlineSnapshot(`
      "Start Claude Code with  6 sets, 2 unusable

      broken
        JSON syntax error: Unexpected token } at line 3, column 5

      bad
        Several:
          - word word word word word word word word word word word
          word word word word word word word word word

      None selected: Enter continues without any
      Esc back  ↑↓ scroll"
    `);
    await press(keys.escape);
    expect(frame()).toContain('> ◻ dev');
  });

  it.each([keys.enter, 'q', keys.escape, '\u0003'])('%j wipes the screen', async (key) => {
    const { frame, press } = await show(someSets);
    await press(key);
    expect(frame().trim()).toBe('');
  });
});

describe('the preview', () => {
  const long = set('long', { preview: Array.from({ length: 40 }, (_, line) => `line ${line + 1}`) });

  it('scrolls', async () => {
    const { frame, press } = await show([long], { rows: 16 });
    await press('p');
    expect(frame()).toContain('── long 1-7 of 42, d u scroll\n');
    expect(frame()).toContain('line 5\n\n');
    await press(...Array<string>(20).fill('d'));
    expect(frame()).toContain('── long 36-42 of 42, d u scroll\n');
    expect(frame()).toContain('line 40\n\n');
    await press('u');
    expect(frame()).toContain('── long 33-39 of 42');
  });

  it('goes when it is not wanted', async () => {
    const { frame, press } = await show([dev]);
    await press('p');
    expect(frame()).toContain('Bearer ••••');
    await press('p');
    expect(frame()).not.toContain('Bearer');
  });
});

it('follows the size of the terminal', async () => {
  const { frame, press, resize } = await show(someSets, { columns: 120, rows: 30 });
  await press('p', keys.end, keys.up);
  expect(frame()).toContain('│ 漢字 → データ');
  for (const [columns, rows] of [
    [60, 20],
    [40, 10],
    [20, 6],
    [99, 40],
  ] as const) {
    await resize(columns, rows);
    const lines = frame().split('\n');
    expect(lines.length).toBeLessThan(rows);
    expect(frame()).toContain('> ◻ 漢字');
    expect(frame()).not.toContain('│');
  }
});
