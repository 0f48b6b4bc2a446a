import { readSync } from 'node:fs';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import type { Output } from '../output/output.ts';
import { withHead } from '../output/terminal-lines.ts';

/** Prompts for sets by number, without a full-screen terminal. An empty line keeps the previous selection. */
export function askNumbers(sets: readonly ConfigSet[], before: readonly string[], output: Output): readonly string[] {
  const usable = sets.filter(({ error }) => error === undefined);
  const names = usable.map(({ name }) => name);
  for (const [index, { name, display }] of usable.entries()) {
    const again = before.includes(name) ? output.style('dim', ' (selected last time)') : '';
    output.talk(`${String(index + 1).padStart(3)}  ${visible(display)}${again}`);
  }
  for (const { name, error, fix } of sets) {
    if (error === undefined) continue;
    output.talk(withHead(`  ${output.mark('error')}  ${visible(name)}: `, error, '     '));
    if (fix !== undefined) output.talk(`     ${output.style('cyan', 'fix:')} ${visible(fix)}`);
  }
  const usual = before.length === 0 ? 'none' : before.map(visible).join(', ');
  output.talk(`Which sets? Enter numbers such as 1,3, all or none; empty means ${usual}:`);
  const chosen = parseNumbers(readLine(), names);
  if (typeof chosen === 'string') throw new PlugboardError('usage', { message: chosen });
  return chosen ?? before;
}

/** An incomplete line may be the start of another answer. */
const NO_ANSWER =
  'Nothing started: standard input ended before a whole line was read. Name the sets instead: plugboard run <sets>';

/** Limit for devices without line ends. */
const MAX_ANSWER_LENGTH = 64 * 1024;

/** Reads exactly one line: what follows is for the program that is started. */
function readLine(): string {
  const bytes: number[] = [];
  const one = new Uint8Array(1);
  for (;;) {
    if (!readByte(one)) throw new PlugboardError('usage', { message: NO_ANSWER });
    if (one[0] === 0x0a) return Buffer.from(bytes).toString('utf8');
    bytes.push(one[0] ?? 0);
    if (bytes.length > MAX_ANSWER_LENGTH)
      throw new PlugboardError('usage', { message: 'Standard input has no line end, so it is not an answer.' });
  }
}

function readByte(into: Uint8Array): boolean {
  for (;;) {
    try {
      return readSync(0, into) === 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Any other error means there is no answer.
      if (code !== 'EAGAIN') return false;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

/**
 * Parses the answer to a numbered list: `1,3`, `2-4`, names, `all`, `none`. Undefined if it is empty; an error message
 * if it is invalid.
 */
function parseNumbers(answer: string, names: readonly string[]): readonly string[] | undefined | string {
  const words = answer.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const [first = ''] = words;
  if (words.length === 1 && first.toLowerCase() === 'all') return names;
  if (words.length === 1 && first.toLowerCase() === 'none') return [];
  const chosen = new Set<string>();
  for (const word of words) {
    const meant = namesMeant(word, names);
    if (typeof meant === 'string') return meant;
    for (const name of meant) chosen.add(name);
  }
  return names.filter((name) => chosen.has(name));
}

function namesMeant(word: string, names: readonly string[]): readonly string[] | string {
  if (names.includes(word)) return [word];
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(word) ?? [];
  if (from === undefined) return `No set named "${word}".`;
  const [low, high] = [Number(from), Number(to ?? from)];
  if (low < 1 || high > names.length || low > high) return `No set has the number ${word}; enter 1 to ${names.length}.`;
  return names.slice(low - 1, high);
}
