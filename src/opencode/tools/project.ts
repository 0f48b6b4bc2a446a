import { z } from 'zod';
import { ToolFailure } from '../failure.ts';
import { pageList } from '../page.ts';
import type { FileDiff } from '../upstream/types.ts';
import { acts, reads } from './annotations.ts';
import { cursor, directory, limit, maxChars } from './fields.ts';
import { insidePath, listDirectory } from './project-path.ts';
import { counts, patches } from './session-diff.ts';
import { tool } from './tool.ts';

const nextCursor = z.string().optional();

export const fileList = tool({
  name: 'opencode_file_list',
  title: 'List a directory',
  toolset: 'files',
  description: 'List the files and directories in a directory of the project.',
  annotations: reads,
  input: z.object({
    directory,
    path: z.string().min(1).default('.').describe('Path in the directory.'),
    ignored: z.boolean().default(false).describe('Also what version control leaves out.'),
    limit: limit(200, 1000),
    cursor,
  }),
  output: z.looseObject({ entries: z.array(z.looseObject({ path: z.string(), type: z.string() })), nextCursor }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const nodes = await listDirectory(api, insidePath(api, input.path));
    const shown = nodes.filter((node) => input.ignored || !node.ignored);
    const { items, ...page } = pageList(shown, input.limit, input.cursor);
    return { entries: items.map(({ path, type }) => ({ path, type })), ...page };
  },
});

export const fileStatus = tool({
  name: 'opencode_file_status',
  title: 'Changed files',
  toolset: 'files',
  description: 'List the files of the working tree that differ from the last commit.',
  annotations: reads,
  input: z.object({ directory, limit: limit(200, 1000), cursor }),
  output: z.looseObject({ files: z.array(z.looseObject({ file: z.string(), status: z.string() })), nextCursor }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const { items, ...page } = pageList(await api.get<FileDiff[]>('/vcs/status'), input.limit, input.cursor);
    return { files: items.map(counts), ...page };
  },
});

export const vcsDiff = tool({
  name: 'opencode_vcs_diff',
  title: 'Diff of the working tree',
  toolset: 'files',
  description: 'See what differs from the last commit (git) or from the default branch (branch), as counts or patches.',
  annotations: reads,
  input: z.object({
    directory,
    mode: z.enum(['git', 'branch']).default('git').describe('Compared with the last commit or the default branch.'),
    view: z.enum(['stat', 'patch']).default('patch').describe('Counts of lines, or the patches themselves.'),
    maxChars,
    cursor,
  }),
  output: z.looseObject({
    files: z.array(z.looseObject({ file: z.string().optional(), additions: z.number() })),
    patch: z.string().optional(),
    nextCursor,
  }),
  async run({ directory: asked, mode, view, maxChars: most, cursor: from }, call) {
    const api = await call.api(asked);
    const files = await api.get<FileDiff[]>('/vcs/diff', { mode });
    const found = { files: files.map(counts) };
    return view === 'stat' ? found : { ...found, ...patches(files, from, most) };
  },
});

interface CodeSymbol {
  readonly name: string;
  readonly kind: number;
  readonly location: { readonly uri: string; readonly range: { readonly start: { readonly line: number } } };
}

export const findSymbols = tool({
  name: 'opencode_find_symbols',
  title: 'Find symbols',
  toolset: 'files',
  description: 'Find functions, classes and the like by name, where OpenCode has a language server running.',
  annotations: reads,
  input: z.object({ directory, query: z.string().min(1).describe('Part of the name.'), limit: limit(50, 200) }),
  output: z.looseObject({ symbols: z.array(z.looseObject({ name: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const found = await api.get<CodeSymbol[]>('/find/symbol', { query: input.query });
    const symbols = found.slice(0, input.limit).map(({ name, kind, location }) => ({
      name,
      kind,
      path: location.uri.replace(/^file:\/\//, ''),
      line: location.range.start.line + 1,
    }));
    if (symbols.length > 0) return { symbols };
    const servers = await api.get<unknown[]>('/lsp');
    const hint =
      servers.length === 0
        ? 'No language server is running: set lsp with opencode_config_update, or use opencode_file_search.'
        : 'Nothing found: opencode_file_search looks at the text itself.';
    return { symbols, hint };
  },
});

export const worktree = tool({
  name: 'opencode_worktree',
  title: 'Worktrees',
  toolset: 'files',
  description:
    'List, create or remove git worktrees of the project: copies in which OpenCode can work without touching the others.',
  annotations: acts,
  input: z.object({
    directory,
    action: z.enum(['list', 'create', 'remove']).describe('What to do.'),
    name: z
      .string()
      .regex(/^[\w.-]+$/, 'letters, digits, dots and hyphens')
      .optional()
      .describe('For create: its name.'),
    path: z.string().min(1).optional().describe('For remove: its directory, from list.'),
  }),
  output: z.looseObject({ worktrees: z.array(z.string()) }),
  async run({ directory: asked, action, name, path }, call) {
    const api = await call.api(asked);
    const list = (): Promise<string[]> => api.get<string[]>('/experimental/worktree');
    if (action === 'list') return { worktrees: await list() };
    if (action === 'create') {
      const created = await api.post<object>('/experimental/worktree', name === undefined ? {} : { name });
      return { created, worktrees: await list() };
    }
    const known = await list();
    if (path === undefined || !known.includes(path))
      throw new ToolFailure('FILE_NOT_FOUND', `${path ?? 'Nothing'} is no worktree of this project.`, [
        known.length > 0 ? `Worktrees: ${known.join(', ')}.` : 'It has none.',
      ]);
    await api.send('DELETE', '/experimental/worktree', { directory: path });
    return { removed: path, worktrees: await list() };
  },
});
