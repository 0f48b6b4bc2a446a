import { packageOf } from '../../model/packages/fetched-package.ts';
import { issueOn, textAt } from '../issue.ts';
import type { Check } from '../types.ts';

/** Reports packages without a version, which may be another program at every start. The user chooses the version. */
export const unpinnedPackages: Check = ({ used }) =>
  used.flatMap((subject) => {
    const found = packageOf(subject.entry.server);
    if (!found || found.pinned) return [];
    const at = textAt(subject.entry, ({ text }) => text.endsWith(found.name));
    const { command, args = [] } = subject.entry.server;
    return [
      issueOn(subject, 'package-unpinned', { package: found.name }, { at, evidence: [[command, ...args].join(' ')] }),
    ];
  });
