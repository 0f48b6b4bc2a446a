import type { ServerStatus } from '../server-json/server-json.ts';
import type { RegistryIndex } from './registry-index.ts';
import { fold, readSearchLine } from './search-lines.ts';

/** A server that matches, best first. */
export interface Hit {
  readonly name: string;
  readonly ordinal: number;
  readonly status: ServerStatus;
  readonly score: number;
}

export interface Hits {
  readonly hits: readonly Hit[];
  /** How many match, shown or not. */
  readonly total: number;
}

export interface SearchOptions {
  readonly limit: number;
  readonly offset?: number;
  /** Includes deleted servers. */
  readonly withDeleted?: boolean;
}

const MOST_TERMS = 8;
const LONGEST_TERM = 64;

/** Finds servers that contain every word of the query in name, title or description, ranked by where and how. */
export function searchIndex({ text }: RegistryIndex, query: string, options: SearchOptions): Hits {
  const terms = [...new Set(fold(query).split(/[^\p{L}\p{N}._/@-]+/u))].filter(Boolean).slice(0, MOST_TERMS);
  const words = terms.map((term) => term.slice(0, LONGEST_TERM));
  // The longest word is likely the rarest, so it is looked for first.
  const [rarest = '', ...others] = words.toSorted((a, b) => b.length - a.length);
  const byScore: [start: number, end: number][][] = [];
  let total = 0;
  for (let at = text.indexOf(rarest); at !== -1 && at < text.length;) {
    const [start, end] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)];
    if (end === -1) break;
    const score = scoreOf(text.slice(start, end), rarest, others, options.withDeleted ?? false);
    if (score > 0) {
      total += 1;
      (byScore[score] ??= []).push([start, end]);
    }
    at = text.indexOf(rarest, end + 1);
  }
  return { hits: best(text, byScore, options), total };
}

/** The best of the matches. Equal scores are ordered by the length of the name, then by the name. */
function best(text: string, byScore: readonly [number, number][][], { limit, offset = 0 }: SearchOptions): Hit[] {
  const hits: Hit[] = [];
  for (let score = byScore.length - 1; score > 0 && hits.length < offset + limit; score -= 1) {
    const lines = (byScore[score] ?? []).map(([start, end]) => ({
      start,
      end,
      name: text.indexOf('\t', start) - start,
    }));
    const chosen = lines
      .toSorted((a, b) => a.name - b.name || a.start - b.start)
      .slice(0, offset + limit - hits.length);
    for (const { start, end } of chosen) {
      const line = readSearchLine(text.slice(start, end));
      if (line) hits.push({ ...line, score });
    }
  }
  return hits.slice(offset);
}

/** 0 if a word is missing. */
function scoreOf(line: string, rarest: string, others: readonly string[], withDeleted: boolean): number {
  const name = line.indexOf('\t');
  const title = line.indexOf('\t', name + 1);
  const description = line.indexOf('\t', title + 1);
  const status = line.charAt(description + 1);
  if (status === 'x' && !withDeleted) return 0;
  const ends: Ends = { slash: line.indexOf('/'), name, title, description };
  let score = wordScore(line, rarest, ends);
  if (score === 0) return 0;
  for (const word of others) {
    const own = wordScore(line, word, ends);
    if (own === 0) return 0;
    score += own;
  }
  return status === 'a' ? score + 1 : Math.max(1, score - 8);
}

/** Where the fields of a line end. */
interface Ends {
  readonly slash: number;
  readonly name: number;
  readonly title: number;
  readonly description: number;
}

/** Points for one word: in the name more than in the title and the description, as a whole word more than in part. */
function wordScore(line: string, word: string, { slash, name, title, description }: Ends): number {
  let score = 0;
  for (let at = line.indexOf(word); at !== -1 && at < description; at = line.indexOf(word, at + 1)) {
    const end = at + word.length;
    const starts = at === 0 || isBoundary(line.charCodeAt(at - 1));
    const isWhole = starts && isBoundary(line.charCodeAt(end));
    const form = isWhole ? 2 : Number(starts);
    const inName = end <= name ? (at === slash + 1 && end === name ? 24 : at > slash ? 14 : 9) : 0;
    const points = inName > 0 ? inName + 2 * form : end <= title ? 8 + 2 * form : 2 + 2 * form;
    const isFull = at === 0 && end === name;
    score = Math.max(score, isFull ? 40 : points);
    // Nothing later on the line scores more.
    if (at > slash && isWhole) break;
  }
  return score;
}

/** Whether a character ends a word: anything but letters and digits. */
function isBoundary(code: number): boolean {
  const isAlphanumeric = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 0x7f;
  return !isAlphanumeric;
}
