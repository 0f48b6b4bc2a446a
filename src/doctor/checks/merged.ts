import { issueOn, lineOf } from '../issue.ts';
import type { Check } from '../types.ts';

/** Reports entries of one name that are valid individually and invalid when merged. */
export const merged: Check = ({ clients }) =>
  clients.flatMap(({ client, names }) =>
    names.flatMap(({ merged: parts, issues }) => {
      const [first] = parts ?? [];
      if (!parts || !first || !issues.some(({ code }) => code === 'command-and-url')) return [];
      const evidence = parts.map((part) => `${lineOf(part)} has ${Object.keys(part.native).join(', ')}`);
      return [
        issueOn({ entry: first, parts: [first] }, 'merged-command-and-url', { client: client.name }, { evidence }),
      ];
    }),
  );
