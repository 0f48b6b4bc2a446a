import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Host } from '../../model/host.ts';
import { visible } from '../../model/visible.ts';
import { nodeHost } from '../../store/node-host.ts';
import { writeTo } from '../standard-streams.ts';
import type { Candidate } from './candidate.ts';
import { completionsFor } from './completions.ts';

/**
 * Answers the script of a shell: each line holds a word and, behind a tab, what it is. A line without a word says
 * what the shell may add. `words` are those behind the name of the program and `index` tells the one at the
 * cursor; a shell that cannot pass an empty word leaves it out.
 */
export async function answerShell(program: Command, words: readonly string[], index: number): Promise<void> {
  const before = words.slice(0, index);
  const typed = words[index] ?? '';
  const { candidates, left } = await completionsFor(program, before, typed, hostFor(before));
  const lines = [...matching(candidates, typed).map(inLine), ...(left === undefined ? [] : [`\t${left}`])];
  writeTo('stdout', lines.map((line) => `${line}\n`).join(''));
}

/** Some shells also know how to complete the middle of a word, so that is offered when nothing starts like it. */
function matching(all: readonly Candidate[], typed: string): readonly Candidate[] {
  const wanted = typed.toLowerCase();
  // A name with a line break or an escape sequence in it cannot be typed; it comes from a file that is up to no good.
  const sound = all.filter(({ value }) => value !== '' && visible(value) === value);
  const starting = sound.filter(({ value }) => value.toLowerCase().startsWith(wanted));
  return starting.length > 0 ? starting : sound.filter(({ value }) => value.toLowerCase().includes(wanted));
}

function inLine({ value, about }: Candidate): string {
  return about === '' ? value : `${value}\t${visible(about)}`;
}

/** The machine as the command will see it. The shell has not replaced `~` yet. */
function hostFor(words: readonly string[]): Host {
  const host = nodeHost();
  const at = words.indexOf('--cwd');
  const given = at === -1 ? words.find((word) => word.startsWith('--cwd='))?.slice('--cwd='.length) : words[at + 1];
  if (given === undefined) return host;
  return { ...host, cwd: resolve(host.cwd, given.replace(/^~(?=\/|$)/, host.home)) };
}
