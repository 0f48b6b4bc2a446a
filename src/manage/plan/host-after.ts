import type { Host } from '../../model/host.ts';
import { shareParsed } from '../../store/read/parsed-texts.ts';

/** Files with changes that are not written. Both functions return undefined for an unchanged file. */
export interface FilesAfter {
  /** The text of a changed file, undefined in it if the file is removed. */
  changed(path: string): { readonly text: string | undefined } | undefined;
  isThereNow(path: string): boolean | undefined;
}

/** Returns a host that reads files as they are after the changes. Writes nothing. */
export function hostAfter(host: Host, files: FilesAfter): Host {
  const { fs } = host;
  const later: Host = {
    ...host,
    fs: {
      ...fs,
      async readFile(path) {
        const text = files.changed(path)?.text;
        return text === undefined ? fs.readFile(path) : Buffer.from(text);
      },
      async kindOf(path) {
        const isThere = files.isThereNow(path);
        return isThere === undefined ? fs.kindOf(path) : isThere ? 'file' : undefined;
      },
    },
  };
  shareParsed(host, later);
  return later;
}
