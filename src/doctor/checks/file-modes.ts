import { groupBy } from '../../discovery/group-by.ts';
import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import type { Host } from '../../model/host.ts';
import { secretsIn } from '../../secrets/find/plain-secrets.ts';
import { fileMode, OTHERS } from '../../store/read/file-mode.ts';
import { nameList } from '../name-list.ts';
import type { Check, Issue } from '../types.ts';

/** Reports user files with secrets that others can read. Windows protects home directories by other means. */
export const fileModes: Check = async ({ host, entries }) => {
  const own = entries.filter(({ entry }) => entry.scope === 'user' || entry.scope === 'local');
  const withSecrets = own.filter(({ entry }) => secretsIn(entry.server).length > 0);
  const files = groupBy(withSecrets, ({ entry }) => entry.file);
  const found = await Promise.all(
    [...files].map(([file, subjects]) => judge(host, file, [...new Set(subjects.map(({ entry }) => entry.name))])),
  );
  return found.flat();
};

async function judge(host: Host, file: string, names: readonly string[]): Promise<Issue[]> {
  const mode = await fileMode(host, file);
  if (mode === undefined || (mode & OTHERS) === 0) return [];
  const run = async (): Promise<void> => {
    const now = await fileMode(host, file);
    if (now !== undefined) await host.fs.chmod(await host.fs.realPath(file), now & ~OTHERS);
  };
  return [
    {
      ...diagnostic('file-readable', { mode: mode.toString(8) }, { file }),
      evidence: [`secrets of ${nameList(names)}`],
      fix: { title: `chmod go-rwx ${file}`, run },
    },
  ];
}
