import { define } from './error-entry.ts';

/** Errors of programs that are to be started, ours among them. */
export const programErrors = {
  'program-temporary': define(
    'An entry that starts Plugboard would not find it later: npx or a similar program runs it, or the file is shared and `plugboard` is not on the PATH. `data.install` is a command that installs it.',
    (data: { install: string }) =>
      `Clients could not start Plugboard later, because no installed "plugboard" is on your PATH. Run: ${data.install}`,
  ),
  'program-missing': define(
    'The program to start is not on the PATH. `data.install` is a command that installs it.',
    (data: { program: string; install: string }) => `${data.program} is not on your PATH.`,
  ),
  'program-unstartable': define(
    'The program exists but cannot be started.',
    (data: { program: string; reason: string }) => `${data.program} cannot be started: ${data.reason}.`,
  ),
} as const;
