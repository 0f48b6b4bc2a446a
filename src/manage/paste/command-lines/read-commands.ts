import type { Span } from '../../../model/diagnostics/position.ts';
import { type CommandLine, commandLines } from '../../../model/shell/shell-words.ts';
import type { Reading } from '../types.ts';
import { whyNoServer } from './not-servers.ts';
import { type Outcome, readDefinition } from './read-definition.ts';
import { isStart, startedServer } from './starters.ts';
import { withoutAssignments } from './wrappers.ts';

/** Which command lines count: those that define servers, also those that start one, or any program. */
export type Reach = 'definitions' | 'starts' | 'programs';

export interface RejectedCommand extends Span {
  readonly why: string;
}

export interface CommandsRead {
  readonly readings: readonly Reading[];
  /** Why some command lines are not servers. */
  readonly refusals: readonly string[];
  /** Servers rejected because a shell would interpret more than their words. */
  readonly rejected: readonly RejectedCommand[];
  /** Spans of the command lines that were understood. */
  readonly spans: readonly Span[];
}

/** Returns the servers in a text's command lines. Runs nothing. */
export function readCommands(text: string, reach: Reach): CommandsRead {
  const all = commandLines(text);
  // When some lines have a prompt, the others are command output.
  const lines = all.some(({ prompted }) => prompted) ? all.filter(({ prompted, chained }) => prompted || chained) : all;
  const readings: Reading[] = [];
  const refusals: string[] = [];
  const rejected: RejectedCommand[] = [];
  const spans: Span[] = [];
  for (const chain of chainsOf(lines)) {
    const outcomes = chain.map((line) => readLine(line, reach, all.length === 1));
    const isChained = chain.length > 1 && !chain.every((line) => readDefinition(line.words) !== undefined);
    for (const [index, outcome] of outcomes.entries()) {
      const { start, end, issue } = chain[index] as CommandLine;
      if (outcome === undefined) continue;
      if ('refusal' in outcome) refusals.push(outcome.refusal);
      else if (issue !== undefined || isChained)
        rejected.push({ start, end, why: issue ?? 'it holds &&, which only a shell understands' });
      else {
        readings.push({ ...outcome, drafts: outcome.drafts.map((draft) => ({ ...draft, at: start })) });
        spans.push({ start, end });
      }
    }
  }
  return { readings, refusals, rejected, spans };
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

/** Any program may be a server; the first word and the options distinguish a command from a sentence. */
function looksLikeProgram([first = '', ...rest]: readonly string[]): boolean {
  if (!/^(?:~|\.{0,2}[/\\]|[A-Za-z]:[/\\])?[\w@][\w@./\\+-]*$/.test(first) || /[.:]$/.test(first)) return false;
  const isMarked = /[/\\_-]|mcp|\.(?:exe|js|py|sh|cmd|bat|jar)$/.test(first);
  return isMarked || (first === first.toLowerCase() && rest.some((word) => /^--?[A-Za-z]/.test(word)));
}
