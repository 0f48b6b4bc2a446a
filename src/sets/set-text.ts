import { type Diagnostic, diagnostic } from '../model/diagnostic.ts';
import type { Host } from '../model/host.ts';
import { decode, type TextFile } from '../store/read-text.ts';
import { codeOf, reasonOf } from '../store/reason.ts';

/** Far more than anybody writes; what is larger is no set, and would only take long. */
const MOST_MEGABYTES = 10;

/** The text of the file of a set, or why it cannot be had. Never throws: one bad file must not hide others. */
export async function readSetText(host: Host, path: string): Promise<TextFile> {
  // A pipe or a device might never end.
  if ((await host.fs.kindOf(path)) === 'other') return unreadable(path, 'it is not a regular file');
  let bytes: Uint8Array;
  try {
    bytes = await host.fs.readFile(path);
  } catch (error) {
    return unreadable(path, await reasonFor(host, path, error));
  }
  if (bytes.length > MOST_MEGABYTES * 1024 * 1024) {
    return unreadable(path, `it is larger than ${MOST_MEGABYTES} MB`);
  }
  return decode(bytes, path);
}

function unreadable(file: string, reason: string): { readonly problem: Diagnostic } {
  return { problem: diagnostic('unreadable', { reason }, { file }) };
}

async function reasonFor(host: Host, path: string, error: unknown): Promise<string> {
  const status = codeOf(error) === 'ENOENT' ? await host.fs.status(path).catch(() => undefined) : undefined;
  return status?.kind === 'link' ? 'it is a link that leads nowhere' : reasonOf(error);
}
