import { basename, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkFilePath } from '../directory.ts';
import { ToolFailure } from '../failure.ts';
import { checkFile, insidePath } from '../tools/project-path.ts';
import type { Api } from '../upstream/api.ts';
import { markKey } from './turn-state.ts';

const mimes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
};

export interface Attachment {
  readonly type: 'file';
  readonly mime: string;
  readonly filename: string;
  readonly url: string;
}

/** Attachments from the directory or the roots, in OpenCode's format. OpenCode would send any file of its machine. */
export async function attachments(api: Api, files: readonly string[], roots: readonly string[]): Promise<Attachment[]> {
  return Promise.all(
    files.map(async (file): Promise<Attachment> => {
      const url = api.endpoint.local ? localUrl(api, file, roots) : await remoteUrl(api, file);
      const mime = mimes[extname(file).toLowerCase()] ?? 'text/plain';
      return { type: 'file', mime, filename: basename(file), url };
    }),
  );
}

function localUrl(api: Api, file: string, roots: readonly string[]): string {
  const path = checkFilePath(api.directory, file, roots);
  if (path !== undefined) return pathToFileURL(path).href;
  throw new ToolFailure('FILE_NOT_FOUND', `File ${file} does not exist in ${api.directory}.`, [
    'Call opencode_find_files to find its path.',
  ]);
}

async function remoteUrl(api: Api, file: string): Promise<string> {
  const path = insidePath(api, file);
  await checkFile(api, path);
  const full = `${api.directory.replaceAll('\\', '/').replace(/^\//, '')}/${path}`;
  // Each segment is encoded: URLs resolve %2e%2e to the parent and end the path at #.
  const encoded = full.split('/').map((segment) => encodeURIComponent(segment).replaceAll('%3A', ':'));
  return `file:///${encoded.join('/')}`;
}

/** A prompt in OpenCode's format: the text with our marker, and its attachments. */
export function promptParts(text: string, mark: string, attached: readonly Attachment[]): object[] {
  return [{ type: 'text', text, metadata: { [markKey]: mark } }, ...attached];
}
