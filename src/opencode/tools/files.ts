import { z } from 'zod';
import { ToolFailure } from '../failure.ts';
import { fitText, pageText, placeOf, toCursor } from '../page.ts';
import { reads } from './annotations.ts';
import { cursor, directory, limit, maxChars } from './fields.ts';
import { checkFile, insidePath } from './project-path.ts';
import { type Data, tool } from './tool.ts';

interface FileContent {
  readonly type: 'text' | 'binary';
  readonly content: string;
  readonly mimeType?: string;
}

export const fileRead = tool({
  name: 'opencode_file_read',
  title: 'Read a file',
  toolset: 'core',
  description: 'Read a file of the project, in pages. Binary files come in base64.',
  annotations: reads,
  input: z.object({
    directory,
    path: z.string().min(1).describe('Path in the project.'),
    offset: z.number().int().min(0).default(0).describe('Lines to skip.'),
    limit: z.number().int().min(1).optional().describe('Lines at most.'),
    maxChars,
    cursor,
  }),
  output: z.looseObject({ path: z.string(), content: z.string() }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const path = insidePath(api, input.path, call.app.settings.roots);
    await checkFile(api, path);
    const { type, content, mimeType } = await api.get<FileContent>('/file/content', { path });
    const lines = content.split('\n');
    const chosen = lines.slice(input.offset, input.limit === undefined ? undefined : input.offset + input.limit);
    const whole = type === 'binary' ? content : chosen.join('\n');
    const { text, truncated, total, next } = fitText(whole, placeOf(input.cursor), input.maxChars - 800);
    return {
      path,
      type,
      ...(type === 'binary' ? { encoding: 'base64', mimeType } : { lines: lines.length }),
      content: text,
      ...(truncated ? { truncated, total, nextCursor: toCursor({ at: next }) } : {}),
    };
  },
});

interface Match {
  readonly path: { readonly text: string };
  readonly lines: { readonly text: string };
  readonly line_number: number;
}

/** OpenCode stops searching here, whatever it is asked. */
const mostMatches = 10;

/** A line may be a whole minified file. */
const lineChars = 300;

export const fileSearch = tool({
  name: 'opencode_file_search',
  title: 'Search in files',
  toolset: 'core',
  description: 'Search the files of a project for a regular expression. OpenCode returns the first ten matches.',
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
    const matches = found.slice(0, input.limit).map(describe);
    // OpenCode ends its search with the tenth match, so how many there are is only known when there are fewer.
    if (found.length < mostMatches) return { matches, total: found.length };
    return { matches, atLeast: found.length, next: 'There may be more: narrow the pattern down to see them.' };
  },
});

function describe({ path, lines, line_number: line }: Match): Data {
  return { path: path.text, line, text: pageText(lines.text.replace(/\r?\n$/, ''), 0, lineChars).text };
}

/** OpenCode says the same when the pattern is wrong and when it cannot run ripgrep. */
function searchFailure(pattern: string): ToolFailure {
  const brackets = (sign: RegExp): number => pattern.replaceAll(/\\./g, '').match(sign)?.length ?? 0;
  const open = ([/\(/g, /\)/g] as const).map(brackets);
  const isPattern = open[0] !== open[1] || brackets(/\[/g) > brackets(/\]/g) || /^[*+?]/.test(pattern);
  return isPattern
    ? new ToolFailure('INVALID_INPUT', `The pattern is no regular expression: ${pattern}`, [
        'Escape signs that have a meaning, such as \\( or \\[.',
      ])
    : new ToolFailure('RG_MISSING', 'OpenCode could not search: ripgrep is missing, or does not take the pattern.', [
        'Install ripgrep (rg) where OpenCode runs.',
        'Check the pattern: look-around and back-references are not supported.',
      ]);
}

export const findFiles = tool({
  name: 'opencode_find_files',
  title: 'Find files',
  toolset: 'core',
  description: 'Find files or directories of a project by part of their path (fuzzy).',
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
    return { paths: await api.get<string[]>('/find/file', { query, type, limit: most }) };
  },
});
