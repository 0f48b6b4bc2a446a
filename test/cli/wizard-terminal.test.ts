import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Output } from '../../src/cli/output/output.ts';
import type { Questions } from '../../src/cli/wizard/questions.ts';
import { type Focus, Keyboard } from '../../src/cli/wizard/terminal/keyboard.ts';
import { onOneLine, PastedLines } from '../../src/cli/wizard/terminal/pasted-lines.ts';
import { questionsAt } from '../../src/cli/wizard/terminal/questions-at.ts';
import { rowsMoved, Screen } from '../../src/cli/wizard/terminal/screen.ts';

const field: Focus = { movesLeft: () => true, typed: (text) => `<${text}>` };

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
    const list = { ...field, movesLeft: () => false };
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

interface Seat {
  readonly questions: Questions;
  readonly press: (...keys: readonly string[]) => void;
  /** Everything that was drawn, without escape sequences. */
  readonly drawn: () => string;
  readonly raw: () => string;
}

function seat(columns: number, color = true): Seat {
  const terminal = new PassThrough();
  const display = new PassThrough();
  let text = '';
  display.on('data', (bytes) => (text += String(bytes)));
  const output = new Output(['add', color ? '--color' : '--no-color']);
  const screen = new Screen(Object.assign(display, { columns, rows: 40 }), output);
  return {
    questions: questionsAt({ keyboard: new Keyboard(terminal), screen, output }),
    press: (...keys) => keys.forEach((key) => terminal.write(key)),
    drawn: () => stripVTControlCharacters(text),
    raw: () => text,
  };
}

describe('a line that is too long', () => {
  const said = async (columns: number, line: string, color = true): Promise<string[]> => {
    const { questions, raw } = seat(columns, color);
    questions.say(line);
    await expect.poll(raw).toMatch(/\n.*\n$/s);
    return raw().split('\n').slice(1, -1);
  };

  it('is cut between words, or within one that is too long itself', async () => {
    expect(await said(11, 'one two three', false)).toEqual(['│  one two ', '│  three']);
    expect(await said(7, 'abcdefghij', false)).toEqual(['│  abcd', '│  efgh', '│  ij']);
  });

  it('is measured in columns', async () => {
    expect(await said(8, '日本語 x', false)).toEqual(['│  日本', '│  語 x']);
    const [first = '', second] = await said(8, 'e\u0301'.repeat(6), false);
    expect([first.normalize(), second?.normalize()]).toEqual(['│  \u00E9\u00E9\u00E9\u00E9\u00E9', '│  \u00E9']);
  });

  it('keeps its color', async () => {
    const lines = await said(7, '\u001B[32m+ab cd\u001B[39m e');
    expect(lines.map((line) => line.slice(line.indexOf('  ') + 2))).toEqual([
      '\u001B[32m+ab \u001B[39m',
      '\u001B[32mcd\u001B[39m e',
    ]);
  });
});

describe('a question', () => {
  it('is not answered by a check that fails, and reports the error to the caller', async () => {
    const { questions, press, drawn } = seat(60);
    const answer = questions.text({ message: 'Name', checkAll: () => Promise.reject(new Error('broken')) });
    await expect.poll(drawn).toContain('Name');
    press('x', '\r');
    await expect(answer).rejects.toThrow('broken');
  });

  it('shows the problem of a text once, while it is typed and after it was submitted', async () => {
    const { questions, press, drawn } = seat(60);
    const answer = questions.text({ message: 'Name', check: (text) => (text === 'ab' ? undefined : `No ${text}`) });
    press('a');
    await expect.poll(drawn).toContain('└  No a');
    press('\r');
    await expect.poll(drawn).toContain('▲  Name');
    expect(drawn().match(/No a/g)).toHaveLength(1);
    press('b', '\r');
    expect(await answer).toBe('ab');
  });

  it('fits a narrow terminal', async () => {
    const { questions, press, drawn } = seat(20);
    const answer = questions.text({ message: 'Which command starts it?', example: 'npx -y something' });
    await expect.poll(drawn).toContain('something');
    for (const line of drawn().split('\n')) expect(line.length).toBeLessThanOrEqual(20);
    press('x', '\r');
    expect(await answer).toBe('x');
  });

  it('marks the cursor of a list with a sign where there are no colors', async () => {
    const { questions, press, drawn, raw } = seat(60, false);
    const choices = ['one', 'two', 'three'].map((label) => ({ value: label, label, disabled: label === 'two' }));
    const answer = questions.chooseSeveral({ message: 'Which?', choices, initial: ['one'] });
    await expect.poll(drawn).toContain('◼ > one');
    press('\u001B[B');
    await expect.poll(drawn).toContain('◻ > three');
    press(' ', '\r');
    expect(await answer).toEqual(['one', 'three']);
    // oxlint-disable-next-line no-control-regex
    expect(raw()).not.toMatch(/\u001B\[[\d;]*m/);
  });

  it('does not echo a secret, and ← leads back only from an empty one', async () => {
    const { questions, press, drawn } = seat(60);
    const secret = questions.secret('Value');
    press('abc', '\u001B[D', 'x', '\r');
    expect(await secret).toBe('abxc');
    expect(drawn()).toContain('▪▪▪▪');
    expect(drawn()).not.toContain('ab');
    const back = questions.secret('Value');
    press('\u001B[D');
    expect(await back).toBeTypeOf('symbol');
  });
});
