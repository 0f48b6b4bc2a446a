import type { ProgramOutput } from '../run-program.ts';

/** What a program printed as JSON, after warnings if there are any; with all it said when it is something else. */
export function jsonOutput({ stdout, all }: ProgramOutput): unknown {
  try {
    return JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  } catch {
    throw new Error(`This is no JSON:\n${all}`);
  }
}
