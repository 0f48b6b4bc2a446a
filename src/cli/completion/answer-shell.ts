import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Host } from '../../model/host.ts';
import { slashedPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { nodeHost } from '../../store/host/node-host.ts';
import { writeTo } from '../output/standard-streams.ts';
import type { Candidate } from './candidate.ts';
import { completionsFor } from './completions.ts';

/**
 * Prints completions for the script of a shell: each line has a word and, after a tab, its description. A line without
 * a word names what the shell should complete itself. `words` follow the program name, and `index` is the word at the
 * cursor; a shell that cannot pass an empty word omits it.
 */
export async function answerShell(program: Command, words: readonly string[], index: number): Promise<void> {
  const before = words.slice(0, index);
  const typed = words[index] ?? '';
  const { candidates, left } = await completionsFor(program, before, typed, hostFor(before));
  const lines = [...matching(candidates, typed).map(inLine), ...(left === undefined ? [] : [`\t${left}`])];
  writeTo('stdout', lines.map((line) => `${line}\n`).join(''));
}

/** Falls back to matches inside a word if no candidate starts with it, because some shells support that. */
function matching(all: readonly Candidate[], typed: string): readonly Candidate[] {
  const wanted = typed.toLowerCase();
  // A name with a line break or an escape sequence cannot be typed and comes from a malicious file.
  const safe = all.filter(({ value }) => value !== '' && visible(value) === value);
  const starting = safe.filter(({ value }) => value.toLowerCase().startsWith(wanted));
  return starting.length > 0 ? starting : safe.filter(({ value }) => value.toLowerCase().includes(wanted));
}

function inLine({ value, about }: Candidate): string {
  return about === '' ? value : `${value}\t${visible(about)}`;
}

/** The host with the `--cwd` of the command line. The shell has not expanded `~` yet. */
function hostFor(words: readonly string[]): Host {
  const host = nodeHost();
  const at = words.indexOf('--cwd');
  const given = at === -1 ? words.find((word) => word.startsWith('--cwd='))?.slice('--cwd='.length) : words[at + 1];
  if (given === undefined) return host;
  return { ...host, cwd: slashedPath(resolve(host.cwd, given.replace(/^~(?=\/|$)/, host.home)), host.platform) };
}
