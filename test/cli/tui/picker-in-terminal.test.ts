import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasTmux } from '../support/tmux.ts';
import { bundlePicker, startPicker, type TmuxPicker } from './support/tmux-picker.ts';

describe.skipIf(!hasTmux)('the picker in a real terminal (tmux)', () => {
  let picker: TmuxPicker | undefined;
  beforeAll(bundlePicker);
  afterEach(() => picker?.close());
  const start = (columns: number, rows: number): TmuxPicker => (picker = startPicker(columns, rows));

  it('lets choose, follows the size of the terminal, and leaves nothing behind', async () => {
    const { press, shows, resize } = start(120, 16);
    await shows('> ◼ dev');
    press('Down', 'Down', 'Space', 'p', '/', '漢');
    await shows('/ 漢█');
    press('Enter');
    await shows(`Start Claude Code with  1 of 10005 sets, 1 unusable
/ 漢  Esc shows all

> ◻ 漢字 → データ     日本語 🎉                             │ 漢字 → データ
                                                            │ 日本語 🎉
                                                            │ 0 servers
`);
    resize(40, 10);
    await shows(`Start Claude Code with  1 of 10005 sets…
/ 漢  Esc shows all
> ◻ 漢字 → データ     日本語 🎉


── 漢字 → データ 1-1 of 2, d u scroll
日本語 🎉
2 selected, about 4,000 tokens: dev, of…
Space select  Enter confirm  q cancel
`);
    press('Space', 'Enter');
    expect(await shows('result:')).toBe('before\nresult: chosen dev office 漢字');
    // The next program gets all keys, and the picker does not delay it.
    press('all of this', 'Enter');
    expect(await shows('exit code')).toMatch(/read: all of this\nexit code 0$/);
  });

  it('tells Ctrl+C from leaving', async () => {
    const { press, shows } = start(60, 24);
    await shows('> ◼ dev');
    press('C-c');
    expect(await shows('result:')).toBe('before\nresult: interrupted');
  });

  it('gives the terminal back when it is killed', async () => {
    const { press, shows, kill } = start(60, 24);
    await shows('> ◼ dev');
    kill();
    expect(await shows('exit code')).toMatch(/^before\n(?:.*Terminated.*\n)?exit code 143$/s);
    press('typed later');
    await shows('typed later');
  });
});
