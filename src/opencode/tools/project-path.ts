import { posix } from 'node:path';
import { checkFilePath } from '../directory.ts';
import { ToolFailure } from '../failure.ts';
import { nearest } from '../nearest.ts';
import type { Api } from '../upstream/api.ts';

export interface FileNode {
  readonly name: string;
  readonly path: string;
  readonly type: 'file' | 'directory';
  readonly ignored: boolean;
}

/**
 * A path inside the directory of the call, as OpenCode takes it. What leads out of it is refused here, in words; on this
 * disk also a symlink, unless it leads into one of the roots.
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

/** What is in a directory. OpenCode fails without words for one that is not there, and for a file. */
export async function listDirectory(api: Api, path: string): Promise<readonly FileNode[]> {
  try {
    return await api.get<FileNode[]>('/file', { path });
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'UPSTREAM_500')
      throw missingFile(api, path, 'There is no directory');
    throw error;
  }
}

/** OpenCode reads a file that is not there as an empty one. */
export async function checkFile(api: Api, path: string): Promise<void> {
  const nodes = await listDirectory(api, posix.dirname(path));
  const found = nodes.find(({ name }) => name === posix.basename(path));
  if (found?.type === 'file') return;
  const near = nearest(
    posix.basename(path),
    nodes.map(({ name }) => name),
  );
  throw missingFile(api, path, found === undefined ? 'There is no file' : 'Not a file but a directory:', near);
}

function missingFile(api: Api, path: string, what: string, near: readonly string[] = []): ToolFailure {
  return new ToolFailure('FILE_NOT_FOUND', `${what} ${path} in ${api.directory}.`, [
    ...(near.length > 0 && !near.includes(posix.basename(path)) ? [`Did you mean ${near.join(', ')}?`] : []),
    'Call opencode_find_files with a part of the name, or opencode_file_list (toolset files).',
  ]);
}
