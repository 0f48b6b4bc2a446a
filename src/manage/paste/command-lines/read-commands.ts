import type { Span } from '../../../model/diagnostics/position.ts';
import { type CommandLine, commandLines } from '../../../model/shell-words.ts';
import type { Reading } from '../types.ts';
import { whyNoServer } from './not-servers.ts';
import { type Outcome, readDefinition } from './read-definition.ts';
import { isStart, startedServer } from './starters.ts';
import { withoutAssignments } from './wrappers.ts';

/** Which command lines count: those that define servers, those that start one too, or anything that may be a program. */
export type Reach = 'definitions' | 'starts' | 'programs';

export interface Flaw extends Span {
  readonly why: string;
}

export interface CommandsRead {
  readonly readings: readonly Reading[];
  /** Why command lines that stand there are not those of servers. */
  readonly refusals: readonly string[];
  /** Command lines of servers that are not taken, because a shell would do more with them. */
  readonly flaws: readonly Flaw[];
  /** Where the command lines stand that were understood. */
  readonly spans: readonly Span[];
}

/** The servers in the command lines of a text. Nothing is run. */
export function readCommands(text: string, reach: Reach): CommandsRead {
  const all = commandLines(text);
  // Where some lines have a prompt, the others are what the commands print.
  const lines = all.some(({ prompted }) => prompted) ? all.filter(({ prompted, chained }) => prompted || chained) : all;
  const readings: Reading[] = [];
  const refusals: string[] = [];
  const flaws: Flaw[] = [];
  const spans: Span[] = [];
  for (const chain of chainsOf(lines)) {
    const outcomes = chain.map((line) => readLine(line, reach, all.length === 1));
    const isChained = chain.length > 1 && !chain.every((line) => readDefinition(line.words) !== undefined);
    for (const [index, outcome] of outcomes.entries()) {
      const { start, end, flaw } = chain[index] as CommandLine;
      if (outcome === undefined) continue;
      if ('refusal' in outcome) refusals.push(outcome.refusal);
      else if (flaw !== undefined || isChained)
        flaws.push({ start, end, why: flaw ?? 'it holds &&, which only a shell understands' });
      else {
        readings.push({ ...outcome, drafts: outcome.drafts.map((draft) => ({ ...draft, at: start })) });
        spans.push({ start, end });
      }
    }
  }
  return { readings, refusals, flaws, spans };
}

function chainsOf(lines: readonly CommandLine[]): CommandLine[][] {
  const chains: CommandLine[][] = [];
  for (const line of lines) {
    if (line.chained && chains.length > 0) chains.at(-1)?.push(line);
    else chains.push([line]);
  }
  return chains;
}

function readLine(line: CommandLine, reach: Reach, isOnly: boolean): Outcome | undefined {
  const { words, env } = withoutAssignments(line.words);
  const texts = words.map(({ text }) => text);
  const outcome = readDefinition(words) ?? (reach === 'definitions' ? undefined : readStart(texts, env, reach, isOnly));
  return outcome && 'refusal' in outcome ? { refusal: whyNoServer(texts) ?? outcome.refusal } : outcome;
}

function readStart(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  reach: Reach,
  isOnly: boolean,
): Outcome | undefined {
  const refusal = whyNoServer(words);
  if (refusal !== undefined) return { refusal };
  const isMeant = isStart(words) || (reach === 'programs' && isOnly && looksLikeProgram(words));
  if (!isMeant) return undefined;
  return { kind: 'start-command', drafts: [{ server: startedServer(words, env), at: 0 }], diagnostics: [] };
}

/** Any program may be a server; a sentence is told from a command by its first word and by its options. */
function looksLikeProgram([first = '', ...rest]: readonly string[]): boolean {
  if (!/^(?:~|\.{0,2}[/\\]|[A-Za-z]:[/\\])?[\w@][\w@./\\+-]*$/.test(first) || /[.:]$/.test(first)) return false;
  const isMarked = /[/\\_-]|mcp|\.(?:exe|js|py|sh|cmd|bat|jar)$/.test(first);
  return isMarked || (first === first.toLowerCase() && rest.some((word) => /^--?[A-Za-z]/.test(word)));
}
