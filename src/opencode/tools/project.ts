import { posix } from 'node:path';
import * as z from 'zod';
import { reads } from '../../mcp/annotations.ts';
import { maxChars } from '../../mcp/arguments.ts';
import { fitList, pageList } from '../../mcp/page.ts';
import { isUsable } from '../directory.ts';
import type { Settings } from '../settings.ts';
import { counts } from '../turn/changes/turn-changes.ts';
import { Api } from '../upstream/api.ts';
import type { FileDiff, Paths, Project } from '../upstream/types.ts';
import { cursor, directory, limit } from './fields.ts';
import { insidePath, listDirectory } from './project-path.ts';
import { changesPage } from './session/session-diff.ts';
import { type Data, tool } from './tool.ts';

export const fileList = tool({
  name: 'opencode_file_list',
  title: 'List a directory',
  toolset: 'files',
  description: 'List the files and directories in a directory of the project.',
  annotations: reads,
  input: z.object({
    directory,
    path: z.string().min(1).default('.').describe('Path in the project.'),
    ignored: z.boolean().default(false).describe('Include files ignored by git.'),
    limit: limit(200, 1000),
    cursor,
  }),
  output: z.looseObject({ entries: z.array(z.looseObject({ path: z.string(), type: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const nodes = await listDirectory(api, insidePath(api, input.path, call.app.settings.roots));
    const shown = nodes.filter((node) => input.ignored || !node.ignored);
    const entries = shown.map(({ path, type }) => ({ path, type }));
    const { items, ...page } = pageList(entries, input.limit, input.cursor, call.room);
    return { entries: items, ...page };
  },
});

export const fileStatus = tool({
  name: 'opencode_file_status',
  title: 'List changed files',
  toolset: 'files',
  description: 'List files that differ from the last commit.',
  annotations: reads,
  input: z.object({ directory, limit: limit(200, 1000), cursor }),
  output: z.looseObject({ files: z.array(z.looseObject({ file: z.string(), status: z.string() })) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const note = await withoutGit(api);
    if (note) return { files: [], ...note };
    const files = (await api.get<FileDiff[]>('/vcs/status')).map(counts);
    const { items, ...page } = pageList(files, input.limit, input.cursor, call.room);
    return { files: items, ...page };
  },
});

export const vcsDiff = tool({
  name: 'opencode_vcs_diff',
  title: 'Diff the working tree',
  toolset: 'files',
  description:
    'Compare the working tree with the last commit (git) or the default branch (branch), as counts or patches.',
  annotations: reads,
  input: z.object({
    directory,
    mode: z.enum(['git', 'branch']).default('git'),
    view: z.enum(['stat', 'patch']).default('patch'),
    maxChars,
    cursor,
  }),
  output: z.looseObject({ files: z.array(z.looseObject({})) }),
  async run(input, call) {
    const api = await call.api(input.directory);
    const note = await withoutGit(api);
    if (note) return { files: [], ...note };
    return changesPage(await workingTreeDiff(api, input.mode, call.app.settings), input, call.room);
  },
});

/** Asked from the repository root: below it, OpenCode finds no file contents. */
async function workingTreeDiff(api: Api, mode: 'git' | 'branch', settings: Settings): Promise<FileDiff[]> {
  const { worktree } = await api.get<Paths>('/path');
  const files = await new Api(api.endpoint, worktree).get<FileDiff[]>('/vcs/diff', { mode });
  if (worktree === api.directory || isUsable(worktree, settings, api.endpoint)) return files;
  const base = api.directory.replaceAll('\\', '/');
  return files.filter(({ file = '' }) => posix.resolve(worktree.replaceAll('\\', '/'), file).startsWith(`${base}/`));
}

/** For a directory without git, OpenCode reports no changes. */
async function withoutGit(api: Api): Promise<Data | undefined> {
  const { vcs } = await api.get<Project>('/project/current');
  if (vcs === 'git') return undefined;
  return { changesNote: `${api.directory} is not in a git repository, so changes cannot be listed.` };
}

interface CodeSymbol {
  readonly name: string;
  readonly kind: number;
  readonly location: { readonly uri: string; readonly range: { readonly start: { readonly line: number } } };
}

export const findSymbols = tool({
  name: 'opencode_find_symbols',
  title: 'Find symbols',
  toolset: 'files',
  description: 'Find functions, classes and other symbols by name. Needs a running language server.',
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
    const { items, cut } = fitList(symbols, call.room);
    if (symbols.length > 0) return { symbols: items, ...cut };
    const servers = await api.get<unknown[]>('/lsp');
    const hint =
      servers.length === 0
        ? 'No language server is running: set lsp with opencode_config_update, or use opencode_file_search.'
        : 'Nothing found: try opencode_file_search for text.';
    return { symbols, hint };
  },
});
