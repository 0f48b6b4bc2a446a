import type { LeftReason } from './migration.ts';

/** Why a secret stays in its file, in words. */
export const leftReasons: Readonly<Record<LeftReason, string>> = {
  'not-expanded': 'the client expands nothing there',
  'client-variables': 'the client puts values of its own into it, which the launcher does not know',
  'no-end': 'where it ends in its text is not certain; put it into a variable or an argument of its own',
  elsewhere: 'it is also in a comment or another setting',
  'out-of-reach': 'the file is managed, read-only, or cannot be edited',
  policy: 'a policy of the project refuses the changed server, or cannot be read',
  invalid: 'the entry has errors; plugboard doctor shows them',
};
