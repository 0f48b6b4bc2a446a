import { fieldAt, issueOn } from '../issue.ts';
import { launchesOf } from '../launch.ts';
import type { Check } from '../types.ts';

/** Reports missing working directories. */
export const directories: Check = async (context) => {
  const launches = launchesOf(context).filter(
    ({ server, subject }) => typeof server.cwd === 'string' && !subject.entry.ignored.includes('cwd'),
  );
  const found = launches.map(async ({ subject, cwd }) => {
    if (cwd === undefined) return [];
    const kind = await context.host.fs.kindOf(cwd);
    if (kind === 'directory') return [];
    const evidence = [kind === undefined ? `missing: ${cwd}` : `${cwd} is not a directory`];
    return [issueOn(subject, 'cwd-missing', { cwd }, { at: fieldAt(subject.entry, 'cwd'), evidence })];
  });
  return (await Promise.all(found)).flat();
};
