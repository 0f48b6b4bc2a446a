import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { showTop } from '../../../../src/cli/tui/top/top.tsx';
import { server, Servers } from '../support/shown-top.ts';

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';

/** What a terminal is to the screen: keys one by one, and a place to draw. */
function terminal() {
  const setRawMode = vi.fn<(on: boolean) => void>();
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode,
    ref: () => undefined,
    unref: vi.fn<() => void>(),
  });
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 60, rows: 24 });
  let written = '';
  stdout.on('data', (text: string) => {
    written += text;
  });
  const streams = { stdin: stdin as unknown as NodeJS.ReadStream, stdout: stdout as unknown as NodeJS.WriteStream };
  return { stdin, setRawMode, streams, written: () => written };
}

describe('showTop', () => {
  it.each([
    ['q', 'quit'],
    ['\u001B', 'quit'],
    ['\u0003', 'interrupted'],
  ])('ends after %j as %s and leaves the terminal as it was', async (typed, end) => {
    const { stdin, setRawMode, streams, written } = terminal();
    stdin.write(typed);
    const source = new Servers(server('a'));
    expect(await showTop({ ...streams, source, color: false, ascii: false })).toBe(end);
    expect(setRawMode.mock.calls).toEqual([[true], [false]]);
    expect(stdin.isPaused()).toBe(true);
    expect(stdin.unref).toHaveBeenCalled();
    expect(written().startsWith(`${ENTER}\u001B[H`)).toBe(true);
    expect(written().split(LEAVE)).toHaveLength(2);
  });
});
