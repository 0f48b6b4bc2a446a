import type { Command } from 'commander';
import { collect } from '../server-flags.ts';

export interface ApproveFlag {
  readonly approve?: readonly string[];
}

/** For commands that copy definitions, or hand them to a client. */
export function declareApprove(command: Command): Command {
  return command.option(
    '--approve <fingerprint>',
    'servers of a project to approve for this: 16 or more characters of their fingerprints; may be repeated',
    collect,
  );
}
