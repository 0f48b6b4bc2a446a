import type { Command } from 'commander';
import { collect } from '../input/server-flags.ts';

export interface ApproveFlag {
  readonly approve?: readonly string[];
}

/** Declares `--approve`, for commands that copy definitions or pass them to a client. */
export function declareApprove(command: Command): Command {
  return command.option(
    '--approve <fingerprint>',
    'fingerprint of a project server to approve for this command, at least 16 characters; may be repeated',
    collect,
  );
}
