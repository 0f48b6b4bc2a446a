import { diagnostic, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { isStateFile } from '../state/places.ts';
import { readOwnFile } from './read-own-file.ts';
import { unreadable } from './reason.ts';

export type TextFile = { readonly text: string } | { readonly problem: Diagnostic };

/**
 * The text of a file, including its byte order mark, or why it cannot be read. Never throws: one bad file must not hide
 * others.
 */
export async function readText(host: Host, path: string): Promise<TextFile> {
  let bytes: Uint8Array;
  try {
    bytes = isStateFile(host, path) ? await readOwnFile(host, path) : await host.fs.readFile(path);
  } catch (error) {
    return { problem: unreadable(path, error) };
  }
  return decode(bytes, path);
}

export function decode(bytes: Uint8Array, file: string): TextFile {
  const [first, second] = bytes;
  const utf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (utf16) return { problem: diagnostic('encoding', { found: 'UTF-16' }, { file }) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: diagnostic('encoding', { found: 'bytes that are not UTF-8' }, { file }) };
  }
}
