import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type Focus, Keyboard } from '../../src/cli/wizard/terminal/keyboard.ts';
import { onOneLine, PastedLines } from '../../src/cli/wizard/terminal/pasted-lines.ts';
import { rowsMoved, Screen } from '../../src/cli/wizard/terminal/screen.ts';
import { validation } from '../../src/cli/wizard/terminal/validation.ts';
import { wrapLine } from '../../src/cli/wizard/terminal/wrap-line.ts';

const field: Focus = { leftLeadsBack: () => false, typed: (text) => `<${text}>` };

/** What questions read when the terminal sends this. */
async function read(focus: Focus | undefined, ...sent: readonly (string | Uint8Array)[]): Promise<string> {
  const terminal = new PassThrough();
  const keyboard = new Keyboard(terminal);
  keyboard.focus(focus);
  let typed = '';
  keyboard.keys.on('data', (bytes) => (typed += String(bytes)));
  for (const one of sent) terminal.write(one);
  // Whatever was sent has arrived when the last key has.
  const done = new Promise((resolve) => terminal.once('end', resolve));
  terminal.end();
  await done;
  keyboard.close();
  // A closed terminal has the same effect as Ctrl+C.
  expect([keyboard.interrupted, typed.endsWith('\u0003')]).toEqual([true, true]);
  return typed.slice(0, -1);
}

describe('the keys of a terminal', () => {
  it('are handed on, also when a letter comes in two pieces', async () => {
    const [first = 0, ...rest] = Buffer.from('ü');
    expect(await read(field, 'a', Buffer.from([first]), Buffer.from(rest))).toBe('aü');
  });

  it('lead back with ← only where there is nothing to move over', async () => {
    const list = { ...field, leftLeadsBack: () => true };
    expect(await read(list, '\u001B[D', '\u001BOD')).toBe('\u0007\u0007');
    expect(await read(field, '\u001B[D')).toBe('\u001B[D');
  });

  it('are forgotten while no question is open', async () => {
    expect(await read(undefined, '\r', 'yes', '\u001B[200~x\u001B[201~')).toBe('');
  });

  it('are pasted text between two marks, wherever the pieces are cut', async () => {
    expect(await read(field, 'a\u001B[200~one\r', 'two\u001B[2', '01~b')).toBe('a<one\rtwo>b');
    expect(await read(field, '\u001B[200~\u0003\u001B[201~\u001B[200~x\u001B[201~')).toBe('<\u0003><x>');
  });

  it('neither complete nor stop anything', async () => {
    expect(await read(field, 'a\tb\u001A')).toBe('ab');
  });
});

describe('a text that is pasted into one line', () => {
  it('is joined as a shell would, and holds no keys', () => {
    expect(onOneLine('npx \\\r\n  -y\u0003 x\n')).toBe('npx -y  x');
  });

  it('with many lines is kept aside', () => {
    const pasted = new PastedLines();
    expect(pasted.typed('{\r\n}\n')).toBe('[2 lines pasted]');
    expect(pasted.typed('a\nb')).toBe('[2: 2 lines pasted]');
    expect(pasted.typed(' one ')).toBe('one');
    expect(pasted.whole('x [2 lines pasted] [2: 2 lines pasted]')).toBe('x {\n} a\nb');
  });
});

describe('the screen', () => {
  it('knows how far down it is, and wipes from any row on', () => {
    expect(rowsMoved('one\ntwo\n\u001B[2A\u001B[1Bx\u001B[A\u001B[31mred')).toBe(0);
    const display = new PassThrough();
    const screen = new Screen(display, { color: true, ascii: false });
    screen.write('one\n');
    const { row } = screen;
    screen.write('two\nthree\n');
    display.read();
    screen.rewind(row);
    expect([String(display.read()), screen.row]).toEqual(['\u001B[2A\r\u001B[J', row]);
  });

  it('shows neither colors nor signs where they are not wanted', () => {
    const display = new PassThrough();
    new Screen(display, { color: false, ascii: true }).write('\u001B[36m◆\u001B[39m \u001B[2Kx…│◼✓\n');
    expect(String(display.read())).toBe('* \u001B[2Kx...|++\n');
  });

  it('takes a terminal that does not know its width for a usual one', () => {
    const screen = new Screen(Object.assign(new PassThrough(), { columns: 0 }), { color: true, ascii: false });
    expect(screen.columns).toBe(80);
  });
});

describe('a line that is too long', () => {
  it('is cut between words, or within one that is too long itself', () => {
    expect(wrapLine('one two three', 8)).toEqual(['one two ', 'three']);
    expect(wrapLine('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrapLine('', 4)).toEqual(['']);
  });

  it('is measured in columns, and no character is split', () => {
    expect(wrapLine('日本語 x', 5)).toEqual(['日本', '語 x']);
    expect(wrapLine('👩‍⚕️👩‍⚕️👩‍⚕️', 4)).toEqual(['👩‍⚕️👩‍⚕️', '👩‍⚕️']);
  });

  it('keeps its color', () => {
    expect(wrapLine('\u001B[32m+ab cd\u001B[39m e', 4)).toEqual([
      '\u001B[32m+ab \u001B[0m',
      '\u001B[32mcd\u001B[39m e',
    ]);
  });
});

describe('a check that fails itself', () => {
  it('is not an answer, and is reported to the caller', async () => {
    const { validate, fail } = validation({ checkAll: () => Promise.reject(new Error('broken')) });
    expect(fail).not.toThrow();
    await validate('x');
    expect(fail).toThrow('broken');
  });
});
