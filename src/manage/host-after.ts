import type { Host } from '../model/host.ts';
import type { FileChange } from '../store/plan.ts';

/** The same machine as it reads after these changes. Nothing is written. */
export function hostAfter(host: Host, changes: ReadonlyMap<string, FileChange>): Host {
  const { fs } = host;
  return {
    ...host,
    fs: {
      ...fs,
      async readFile(path) {
        const text = changes.get(path)?.after;
        return text === undefined ? fs.readFile(path) : Buffer.from(text);
      },
      async kindOf(path) {
        const change = changes.get(path);
        if (!change) return fs.kindOf(path);
        return change.after === undefined ? undefined : 'file';
      },
    },
  };
}
