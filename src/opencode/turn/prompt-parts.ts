import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ToolFailure } from '../failure.ts';
import { markKey } from './turn-state.ts';

const mimes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
};

/** A prompt as OpenCode takes it: the text with our mark, and the files that go with it. */
export function promptParts(text: string, mark: string, files: readonly string[], directory: string): object[] {
  const attached = files.map((file) => {
    const path = resolve(directory, file);
    if (!existsSync(path))
      throw new ToolFailure('FILE_NOT_FOUND', `There is no file ${file} in ${directory}.`, [
        'Call opencode_find_files to find its path.',
      ]);
    const mime = mimes[extname(path).toLowerCase()] ?? 'text/plain';
    return { type: 'file', mime, filename: basename(path), url: pathToFileURL(path).href };
  });
  return [{ type: 'text', text, metadata: { [markKey]: mark } }, ...attached];
}
