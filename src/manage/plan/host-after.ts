import type { Host } from '../../model/host.ts';
import { shareParsed } from '../../store/read/parsed-texts.ts';
import type { FileChange } from '../../store/write/plan.ts';

/** Returns a host that reads files as they are after the changes. Writes nothing. */
export function hostAfter(host: Host, changeOf: (path: string) => FileChange | undefined): Host {
  const { fs } = host;
  const later: Host = {
    ...host,
    fs: {
      ...fs,
      async readFile(path) {
        const text = changeOf(path)?.after;
        return text === undefined ? fs.readFile(path) : Buffer.from(text);
      },
      async kindOf(path) {
        const change = changeOf(path);
        if (!change) return fs.kindOf(path);
        return change.after === undefined ? undefined : 'file';
      },
    },
  };
  shareParsed(host, later);
  return later;
}
