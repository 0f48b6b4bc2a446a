import { groupBy } from '../../discovery/group-by.ts';
import { toolNamePrefix } from '../../model/tool-name.ts';
import { issueOn, lineOf } from '../issue.ts';
import type { Check, Issue, Subject } from '../types.ts';

/** Tool names that models accept. */
const LONGEST = 64;
/** Most tool names are at most this long. */
const ROOM = 20;

/** Prefixes of tool names. Both replace characters, so that different server names may collide. */
const styles = {
  double: (name: string): string => `mcp__${name.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}__`,
  single: toolNamePrefix,
};

/** Reports server names that make tool names equal or too long. */
export const toolNames: Check = ({ used, clients }) =>
  clients.flatMap(({ client }) => {
    if (client.behavior?.tellsToolNamesApart) return [];
    const style = client.behavior?.hasSingleToolPrefix ? styles.single : styles.double;
    const subjects = used.filter(({ entry }) => entry.client === client);
    return [...collisions(subjects, style), ...subjects.flatMap((subject) => tooLong(subject, style))];
  });

function collisions(subjects: readonly Subject[], style: (name: string) => string): Issue[] {
  return [...groupBy(subjects, ({ entry }) => style(entry.name))].flatMap(([as, [first, ...others]]) =>
    others.flatMap((subject) => {
      if (!first) return [];
      const evidence = [`the other one: ${lineOf(first.entry)}`];
      return [issueOn(subject, 'tool-name-collision', { other: first.entry.name, as }, { evidence })];
    }),
  );
}

function tooLong(subject: Subject, style: (name: string) => string): Issue[] {
  const prefix = style(subject.entry.name);
  const left = Math.max(0, LONGEST - prefix.length);
  if (left >= ROOM) return [];
  const evidence = [`names of its tools begin with ${prefix}`];
  return [issueOn(subject, 'tool-name-long', { left }, { evidence })];
}
