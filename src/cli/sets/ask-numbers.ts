import { readSync } from 'node:fs';
import { PlugboardError } from '../../model/error.ts';
import { visible, visibleLines } from '../../model/visible.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import type { Output } from '../output.ts';
import { parseNumbers } from './parse-numbers.ts';

/** Chooses sets by number, for those who have no terminal to draw on. An empty line means the same as before. */
export function askNumbers(sets: readonly ConfigSet[], before: readonly string[], output: Output): readonly string[] {
  const usable = sets.filter(({ error }) => error === undefined);
  const names = usable.map(({ name }) => name);
  for (const [index, { name, display }] of usable.entries()) {
    const again = before.includes(name) ? output.style('dim', ' (chosen before)') : '';
    output.talk(`${String(index + 1).padStart(3)}  ${visible(display)}${again}`);
  }
  for (const { name, error, fix } of sets) {
    if (error === undefined) continue;
    output.talk(`  ${output.mark('error')}  ${visible(name)}: ${visibleLines(error, '     ')}`);
    if (fix !== undefined) output.talk(`     ${output.style('cyan', 'fix:')} ${visible(fix)}`);
  }
  const usual = before.length === 0 ? 'none' : before.map(visible).join(', ');
  output.talk(`Which sets? Numbers such as 1,3, all or none; nothing means ${usual}:`);
  const chosen = parseNumbers(readLine(), names);
  if (typeof chosen === 'string') throw new PlugboardError('usage', { message: chosen });
  return chosen ?? before;
}

/** Half a line may be the beginning of another answer. */
const NO_ANSWER =
  'Nothing started: standard input ended before a whole line was read. Name the sets instead: plugboard run <sets>';

/** A device may have no lines at all. */
const LONGEST_ANSWER = 64 * 1024;

/** One line and not a byte more: what follows is for the program that is started. */
function readLine(): string {
  const bytes: number[] = [];
  const one = new Uint8Array(1);
  for (;;) {
    if (!readByte(one)) throw new PlugboardError('usage', { message: NO_ANSWER });
    if (one[0] === 0x0a) return Buffer.from(bytes).toString('utf8');
    bytes.push(one[0] ?? 0);
    if (bytes.length > LONGEST_ANSWER)
      throw new PlugboardError('usage', { message: 'Standard input is not an answer: it has no line end.' });
  }
}

function readByte(into: Uint8Array): boolean {
  for (;;) {
    try {
      return readSync(0, into) === 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A descriptor that cannot be read brings no answer either.
      if (code !== 'EAGAIN') return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
