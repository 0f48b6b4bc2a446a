import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { pickSets, type PickResult } from '../../../../src/cli/tui/picker/pick-sets.tsx';
import { someSets } from '../support/sets.ts';

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
// oxlint-disable-next-line no-control-regex -- makes the cursor seen again.
const ONLY_CURSOR = /^(?:\u001B\[\?25h)?$/;

/** What a terminal is to the picker: keys one by one, and a screen. */
function terminal(isTTY = true) {
  const setRawMode = vi.fn<(on: boolean) => void>();
  const stdin = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode,
    ref: vi.fn<() => void>(),
    unref: () => undefined,
  });
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 60, rows: 24 });
  let written = '';
  stdout.on('data', (text: string) => {
    written += text;
  });
  const streams = { stdin: stdin as unknown as NodeJS.ReadStream, stdout: stdout as unknown as NodeJS.WriteStream };
  const options = { ...streams, sets: someSets, chosen: ['office'], title: 'Pick', color: false, ascii: false };
  return { stdin, setRawMode, options, written: () => written };
}

describe('pickSets', () => {
  it.each<[string, PickResult]>([
    ['\r', { outcome: 'chosen', names: ['office'] }],
    ['c\r', { outcome: 'chosen', names: [] }],
    ['a\r', { outcome: 'chosen', names: ['dev', 'empty', 'office', '漢字'] }],
    ['q', { outcome: 'quit' }],
    ['\u001B', { outcome: 'quit' }],
    ['\u0003', { outcome: 'interrupted' }],
  ])('ends after %j with %j and leaves the terminal as it was', async (typed, result) => {
    const { stdin, setRawMode, options, written } = terminal();
    stdin.write(typed);
    expect(await pickSets(options)).toEqual(result);
    expect(setRawMode.mock.calls).toEqual([[true], [false]]);
    expect(stdin.isPaused()).toBe(true);
    expect(written().startsWith(`${ENTER}\u001B[H`)).toBe(true);
    expect(written().split(LEAVE)).toEqual([expect.any(String), expect.stringMatching(ONLY_CURSOR)]);
  });

  it('leaves its screen when the terminal cannot tell keys', async () => {
    const { options, written } = terminal(false);
    // React tells about it there as well.
    vi.spyOn(console, 'error').mockReturnValue();
    await expect(pickSets(options)).rejects.toThrow('Raw mode is not supported');
    expect(written()).toContain(LEAVE);
  });
});
