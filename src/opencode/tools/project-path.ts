import { posix } from 'node:path';
import { nearest } from '../../mcp/nearest.ts';
import { checkFilePath } from '../directory.ts';
import { ToolFailure } from '../failure.ts';
import type { Api } from '../upstream/api.ts';

export interface FileNode {
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'directory';
  readonly ignored: boolean;
}

/**
 * Returns a path inside the call's directory, in OpenCode's format. Rejects paths that lead outside it, including
 * symlinks on this disk unless they lead into a root.
 */
export function insidePath(api: Api, path: string, roots: readonly string[] = []): string {
  const base = api.directory.replaceAll('\\', '/');
  const plain = path.replaceAll('\\', '/');
  const inside = posix.relative(base, posix.resolve(base, plain));
  if (inside === '..' || inside.startsWith('../') || /^(?:[A-Za-z]:)?\//.test(inside))
    throw new ToolFailure('FILE_NOT_FOUND', `${path} is outside ${api.directory}.`, [
      'Pass a path inside the directory, or another directory.',
    ]);
  checkFilePath(api.directory, inside, roots);
  return inside === '' ? '.' : inside;
}

/** Lists a directory. OpenCode gives no reason when it does not exist or is a file. */
export async function listDirectory(api: Api, path: string): Promise<readonly FileNode[]> {
  try {
    return await api.get<FileNode[]>('/file', { path });
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'UPSTREAM_500')
      throw missingFile(api, path, 'No such directory:');
    throw error;
  }
}

/** Lists directories, each one once; one that cannot be listed is empty. */
export function directoryLister(api: Api): (path: string) => Promise<readonly FileNode[]> {
  const lists = new Map<string, Promise<readonly FileNode[]>>();
  return (path) => {
    const nodes = lists.get(path) ?? listDirectory(api, path).catch(() => []);
    lists.set(path, nodes);
    return nodes;
  };
}

/** OpenCode reads a missing file as empty. */
export async function checkFile(api: Api, path: string): Promise<void> {
  const nodes = await listDirectory(api, posix.dirname(path));
  const found = nodes.find(({ name }) => name === posix.basename(path));
  if (found?.type === 'file') return;
  const near = nearest(
    posix.basename(path),
    nodes.map(({ name }) => name),
  );
  throw missingFile(api, path, found === undefined ? 'No such file:' : 'Is a directory, not a file:', near);
}

function missingFile(api: Api, path: string, what: string, near: readonly string[] = []): ToolFailure {
  return new ToolFailure('FILE_NOT_FOUND', `${what} ${path} in ${api.directory}.`, [
    ...(near.length > 0 && !near.includes(posix.basename(path)) ? [`Did you mean ${near.join(', ')}?`] : []),
    'Call opencode_find_files with part of the name, or opencode_file_list (toolset files).',
  ]);
}
