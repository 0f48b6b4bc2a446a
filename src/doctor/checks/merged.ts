import { findingOn, lineOf } from '../finding.ts';
import type { Check } from '../types.ts';

/** Reports entries of one name that are valid individually and invalid when merged. */
export const merged: Check = ({ clients }) =>
  clients.flatMap(({ client, names }) =>
    names.flatMap(({ merged: parts, findings }) => {
      const [first] = parts ?? [];
      if (!parts || !first || !findings.some(({ code }) => code === 'command-and-url')) return [];
      const evidence = parts.map((part) => `${lineOf(part)} has ${Object.keys(part.native).join(', ')}`);
      return [
        findingOn({ entry: first, parts: [first] }, 'merged-command-and-url', { client: client.name }, { evidence }),
      ];
    }),
  );
