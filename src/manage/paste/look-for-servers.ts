import type { FormatId } from '../../formats/types.ts';
import { describe, diagnostic, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { isAddress, isPage, readAddresses } from './address.ts';
import { type RejectedCommand, type Reach, readCommands } from './command-lines/read-commands.ts';
import { moved, movedIssues, placeAt, withLines } from './moved.ts';
import { type Block, inlineCode, peelFences } from './peel-fences.ts';
import { type BlockRead, readBlock } from './read-block.ts';
import { LONGEST_TEXT, readStructured } from './read-structured.ts';
import type { Reading } from './types.ts';

const MOST_MISTAKES = 20;

/** Tries each reader in turn, the most reliable first, and throws when all fail. */
export async function lookForServers(paste: string, format: FormatId | undefined): Promise<readonly Reading[]> {
  if (paste.length > LONGEST_TEXT) return inLargeText(paste, format);
  const { fenced, around } = peelFences(paste);
  if (fenced.length > 0) return inDocumentation(paste, fenced, around, format);
  return inText(paste, format);
}

/** A client's file may be large, because some keep all their state in it. Prose and commands are not. */
async function inLargeText(paste: string, format: FormatId | undefined): Promise<readonly Reading[]> {
  const isJson = format === undefined || format === 'json' || format === 'jsonc';
  const { readings, mistakes } = await readStructured(paste, isJson ? ['json'] : []);
  if (readings.length > 0) return readings;
  const why = `This text is longer than ${LONGEST_TEXT.toLocaleString('en')} characters, and no JSON with servers in it`;
  const diagnostics = withLines(paste, mistakes.slice(0, MOST_MISTAKES));
  throw new PlugboardError('paste-unrecognized', { why, diagnostics });
}

async function inText(paste: string, format: FormatId | undefined): Promise<readonly Reading[]> {
  const whole: Block = { text: paste, language: format ?? '', origin: (offset) => offset };
  const sure = await readBlocks([whole], 'starts');
  if (sure.rejected.length > 0) {
    // Backticks in prose are Markdown, not shell syntax.
    const { readings } = commandsIn(inlineCode(paste), 'definitions');
    return readings.length > 0 ? readings : fail(paste, [sure]);
  }
  if (sure.readings.length > 0) return sure.readings;
  if (format) return fail(paste, [sure]);
  return orElse(paste, [sure, commandsIn([whole], 'programs'), commandsIn(inlineCode(paste), 'starts')]);
}

/** In documentation, a line that starts a server is more often an example than something to install. */
async function inDocumentation(
  paste: string,
  fenced: readonly Block[],
  around: string,
  format: FormatId | undefined,
): Promise<readonly Reading[]> {
  const blocks = format ? fenced.map((block) => ({ ...block, language: format })) : fenced;
  const sure = await readBlocks(blocks, 'definitions');
  const links = await readBlock(around, 'markdown', 'definitions');
  const found = [...sure.readings, ...links.readings];
  if (found.length > 0) return [...found.slice(0, -1), withRejected(found.at(-1) as Reading, sure.rejected)];
  if (format) return fail(paste, [sure]);
  return orElse(paste, [sure, commandsIn(blocks, 'starts'), commandsIn(inlineCode(around), 'starts')]);
}

function orElse(paste: string, attempts: readonly BlockRead[]): readonly Reading[] {
  for (const { readings } of attempts) if (readings.length > 0) return readings;
  const addresses = readAddresses(paste);
  return addresses.drafts.length > 0 ? [addresses] : fail(paste, attempts);
}

function withRejected(reading: Reading, rejected: readonly RejectedCommand[]): Reading {
  const issues = rejected.map(({ why, start, end }) =>
    diagnostic('syntax', { format: 'Command line', problem: `it is not taken: ${why}` }, placeAt(start, end)),
  );
  return { ...reading, diagnostics: [...reading.diagnostics, ...issues] };
}

async function readBlocks(blocks: readonly Block[], reach: Reach): Promise<BlockRead> {
  const all: BlockRead[] = [];
  for (const block of blocks) all.push(asPasted(await readBlock(block.text, block.language, reach), block));
  return joined(all);
}

function commandsIn(blocks: readonly Block[], reach: Reach): BlockRead {
  return joined(blocks.map((block) => asPasted({ ...readCommands(block.text, reach), mistakes: [] }, block)));
}

/** The result of a block, with offsets in the pasted text. */
function asPasted({ readings, refusals, rejected, mistakes }: BlockRead, { origin }: Block): BlockRead {
  return {
    readings: readings.map((reading) => moved(reading, origin)),
    refusals,
    rejected: rejected.map(({ why, start, end }) => ({ why, start: origin(start), end: origin(end) })),
    mistakes: movedIssues(mistakes, origin),
  };
}

function joined(all: readonly BlockRead[]): BlockRead {
  return {
    readings: all.flatMap(({ readings }) => readings),
    refusals: all.flatMap(({ refusals }) => refusals),
    rejected: all.flatMap(({ rejected }) => rejected),
    mistakes: all.flatMap(({ mistakes }) => mistakes),
  };
}

function fail(paste: string, attempts: readonly BlockRead[]): never {
  const diagnostics = withLines(paste, attempts[0]?.mistakes.slice(0, MOST_MISTAKES) ?? []);
  const why = whyNot(paste.trim(), attempts, diagnostics);
  throw new PlugboardError('paste-unrecognized', { ...(why === undefined ? {} : { why }), diagnostics });
}

function whyNot(text: string, attempts: readonly BlockRead[], mistakes: readonly Diagnostic[]): string | undefined {
  const [first] = attempts.flatMap(({ rejected }) => rejected);
  if (first) return `This command line is not taken: ${first.why}`;
  if (isAddress(text) && isPage(text)) return 'This is a page about a server, not the address of one';
  const [refusal] = attempts.flatMap(({ refusals }) => refusals);
  const [mistake] = /^[{["]/.test(text) ? mistakes : [];
  if (refusal !== undefined || !mistake) return refusal;
  return `${describe(mistake).message}, on line ${mistake.range?.start.line ?? 1}`;
}
