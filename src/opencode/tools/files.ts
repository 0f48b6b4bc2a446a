import * as z from 'zod';
import { reads } from '../../mcp/annotations.ts';
import { maxChars } from '../../mcp/arguments.ts';
import { fitList, fitText, fromCursor, pageText, sizeOf, toCursor } from '../../mcp/page.ts';
import { ToolFailure } from '../failure.ts';
import { cursor, directory, limit } from './fields.ts';
import { checkFile, insidePath } from './project-path.ts';
import { type Data, tool } from './tool.ts';
import { refuseUnused } from './unused.ts';

interface FileContent {
  readonly type: 'text' | 'binary';
  readonly content: string;
  readonly mimeType?: string;
}

export const fileRead = tool({
  name: 'opencode_file_read',
  title: 'Read a file',
  toolset: 'core',
  description: 'Read a project file, in pages. Binary files are base64-encoded.',
  annotations: reads,
  input: z.object({
    directory,
    path: z.string().min(1).describe('Path in the project.'),
    offset: z.number().int().min(0).default(0).describe('Lines to skip.'),
    limit: z.number().int().min(1).optional().describe('Maximum number of lines.'),
    maxChars,
    cursor,
  }),
  output: z.looseObject({ path: z.string(), content: z.string() }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const path = insidePath(api, input.path, call.app.settings.roots);
    await checkFile(api, path);
    const { type, content, mimeType } = await api.get<FileContent>('/file/content', { path });
    if (type === 'binary') refuseUnused(call, ['offset', 'limit'], 'with a binary file, which has no lines');
    const { at, offset, limit: most } = placeIn(input);
    const lines = content.split('\n');
    const chosen = lines.slice(offset, most === undefined ? undefined : offset + most);
    const whole = type === 'binary' ? content : chosen.join('\n');
    const about = { path, type, ...(type === 'binary' ? { encoding: 'base64', mimeType } : { lines: lines.length }) };
    const rest = (next: number): Data => ({
      truncated: true,
      total: whole.length,
      nextCursor: toCursor({ at: next, offset, limit: most }),
    });
    const room = call.room - sizeOf({ ...about, content: '', ...rest(whole.length) });
    const { text, next } = fitText(whole, at, room);
    return { ...about, content: text, ...(next === undefined ? {} : rest(next)) };
  },
});

interface Place {
  readonly at: number;
  readonly offset: number;
  readonly limit: number | undefined;
}

/** A cursor continues within the lines of the first request. */
function placeIn(input: { cursor?: string | undefined; offset: number; limit?: number | undefined }): Place {
  if (input.cursor === undefined) return { at: 0, offset: input.offset, limit: input.limit };
  const place = fromCursor(input.cursor);
  const offset = Number(place['offset'] ?? 0);
  const limit = typeof place['limit'] === 'number' ? place['limit'] : undefined;
  const isSame = (asked: number | undefined, first: number | undefined): boolean => !asked || asked === first;
  if (!isSame(input.offset, offset) || !isSame(input.limit, limit))
    throw new ToolFailure('INVALID_INPUT', 'The cursor does not match offset and limit.', [
      'Omit offset and limit, or omit cursor.',
    ]);
  return { at: Number(place['at'] ?? 0), offset, limit };
}

interface Match {
  readonly path: { readonly text: string };
  readonly lines: { readonly text: string };
  readonly line_number: number;
}

/** OpenCode stops searching here regardless of the limit. */
const mostMatches = 10;

/** A line may be a whole minified file. */
const lineChars = 300;

export const fileSearch = tool({
  name: 'opencode_file_search',
  title: 'Search files',
  toolset: 'core',
  description: 'Search project files with a regular expression. Returns at most ten matches.',
  annotations: reads,
  input: z.object({
    directory,
    pattern: z.string().min(1).describe('Regular expression (ripgrep).'),
    limit: limit(mostMatches, mostMatches),
  }),
  output: z.looseObject({ matches: z.array(z.looseObject({ path: z.string(), line: z.number() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const found = await api.get<Match[]>('/find', { pattern: input.pattern }).catch((error: unknown) => {
      throw error instanceof ToolFailure && error.code === 'UPSTREAM_500' ? searchFailure(input.pattern) : error;
    });
    const { items: matches, cut } = fitList(found.slice(0, input.limit).map(describe), call.room);
    // OpenCode stops at the tenth match, so the total is known only if there are fewer.
    if (found.length < mostMatches) return { matches, ...cut, total: found.length };
    return { matches, ...cut, atLeast: found.length, next: 'There may be more matches: narrow the pattern.' };
  },
});

function describe({ path, lines, line_number: line }: Match): Data {
  return { path: path.text, line, text: pageText(lines.text.replace(/\r?\n$/, ''), 0, lineChars).text };
}

/** OpenCode reports the same error for an invalid pattern and a missing ripgrep. */
function searchFailure(pattern: string): ToolFailure {
  const brackets = (sign: RegExp): number => pattern.replaceAll(/\\./g, '').match(sign)?.length ?? 0;
  const open = ([/\(/g, /\)/g] as const).map(brackets);
  const isPattern = open[0] !== open[1] || brackets(/\[/g) > brackets(/\]/g) || /^[*+?]/.test(pattern);
  return isPattern
    ? new ToolFailure('INVALID_INPUT', `Invalid regular expression: ${pattern}`, [
        'Escape special characters, such as \\( or \\[.',
      ])
    : new ToolFailure('RG_MISSING', 'Search failed: ripgrep is missing or rejected the pattern.', [
        'Install ripgrep (rg) where OpenCode runs.',
        'Check the pattern: look-around and back-references are not supported.',
      ]);
}

export const findFiles = tool({
  name: 'opencode_find_files',
  title: 'Find files',
  toolset: 'core',
  description: 'Find project files or directories by part of their path (fuzzy).',
  annotations: reads,
  input: z.object({
    directory,
    query: z.string().min(1).describe('Part of the path.'),
    type: z.enum(['file', 'directory']).optional(),
    limit: limit(50, 200),
  }),
  output: z.looseObject({ paths: z.array(z.string()) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const { query, type, limit: most } = input;
    const { items, cut } = fitList(await api.get<string[]>('/find/file', { query, type, limit: most }), call.room);
    return { paths: items, ...cut };
  },
});
