import {
  type ApprovalContext,
  loadApprovalContext,
  pendingServers,
  type ProjectServer,
} from '../../live/approvals/project-servers.ts';
import { count } from '../../model/count.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { shortPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { projectServersInSets } from '../../sets/sets-here.ts';
import { type ChosenServer, chooseServers } from '../approvals/choose-servers.ts';
import { decideOnProject } from '../approvals/decide-on-project.ts';
import { serverAsData, serverLines, showAbovePrompt } from '../approvals/show-server.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode } from '../program/exit-code.ts';

export const setUpApprove: CommandSetup = (command, context) => {
  withExamples(command, 'approve', 'approve github', 'approve 4bf1c2d09a77e3b0', 'approve --project')
    .argument(
      '[server...]',
      'servers of this project: a name, which asks for confirmation, or at least 16 characters of a fingerprint',
    )
    .option('--project', 'trust this project, so that your own servers start in it')
    .action(async (words: string[], options: { project?: boolean }) => {
      if (options.project) return decideOnProject(true, words, context);
      const desk = await loadApprovalContext(context.host, await projectServersInSets(context.host));
      context.output.unread([...desk.unread, ...invalidOfProject(desk)], words.length === 0);
      if (words.length === 0) return approvePending(desk, context);
      const { chosen, own } = chooseServers(words, desk, context.host.env);
      for (const name of own) context.output.talk(`${visible(name)} is your own and needs no approval.`);
      if (mayBeApproved(chosen, context)) await approveChosen(chosen, desk, context);
    });
};

/** Entries of the project that cannot be approved because they are invalid. Without them the answer is incomplete. */
function invalidOfProject({ unusable }: ApprovalContext): Diagnostic[] {
  return unusable.filter(({ origin }) => origin?.project !== undefined).flatMap(({ errors }) => errors);
}

/** Asks about each pending server at a terminal; otherwise lists them. */
async function approvePending(desk: ApprovalContext, context: CommandContext): Promise<void> {
  const { output, globals } = context;
  const pending = pendingServers(desk);
  if (context.interactive && !globals.yes && !globals.dryRun && pending.length > 0) {
    const chosen = pending.map((server) => ({ server }));
    return approveChosen(chosen, desk, context);
  }
  if (output.json) return output.data({ pending: pending.map(serverAsData) });
  if (pending.length === 0) return output.print(`${output.mark('ok')} No server needs approval here.`);
  output.print(pending.flatMap((server, index) => [...(index > 0 ? [''] : []), ...serverLines(server, output)]));
  output.talk('');
  output.talk(`${count(pending.length, 'server')} of this project not approved yet. Approve with:`);
  for (const server of pending) output.talk(`  ${commandFor(server)}`);
}

/** A name does not identify a definition, so approval without a terminal requires the fingerprint. */
function mayBeApproved(chosen: readonly ChosenServer[], context: CommandContext): boolean {
  const { output, globals } = context;
  if (context.interactive && !globals.yes) return true;
  const unseen = chosen.filter(({ server, seen }) => seen === undefined && server.permission !== 'approved');
  if (!output.json) for (const { server } of unseen) output.talk([...serverLines(server, output), '']);
  const [first, ...others] = unseen.map(({ server }) => ({
    code: 'approval-needed' as const,
    message: `Not a terminal, so "${server.toRun.name}" must be approved by fingerprint.`,
    hint: `after checking what it runs: ${commandFor(server)}`,
    server: serverAsData(server),
  }));
  if (first) output.fail(first, ...others);
  return first === undefined;
}

async function approveChosen(
  chosen: readonly ChosenServer[],
  { approvals }: ApprovalContext,
  context: CommandContext,
): Promise<void> {
  const { output, globals } = context;
  const approved: ProjectServer[] = [];
  for (const one of chosen) if (await isWanted(one, context)) approved.push(one.server);
  // Written after all questions, so that Ctrl+C in between approves nothing.
  if (!globals.dryRun)
    for (const { toRun, permission } of approved) if (permission !== 'approved') await approvals.approve(toRun);
  if (output.json) {
    const now = globals.dryRun ? {} : { permission: 'approved' as const };
    const data = approved.map((server) => serverAsData({ ...server, ...now }));
    return output.data({ approved: data, written: !globals.dryRun });
  }
  for (const server of approved) tellApproved(server, context);
  if (approved.length > 0 || chosen.length === 0) return;
  output.exitCode = ExitCode.failed;
  output.talk('Nothing approved.');
}

/** Always shows the definition, because a fingerprint may have been copied from an untrusted source. */
async function isWanted({ server, seen }: ChosenServer, { output, globals }: CommandContext): Promise<boolean> {
  if (server.permission === 'approved' || globals.dryRun) return true;
  if (seen === undefined || !output.json) showAbovePrompt(server, output);
  if (seen !== undefined) return true;
  const { askApproval } = await import('../approvals/ask-approval.ts');
  return askApproval(server.toRun.name);
}

function tellApproved(server: ProjectServer, { host, output, globals }: CommandContext): void {
  const { toRun, text, permission } = server;
  const where = shortPath(toRun.origin?.project ?? '', host);
  if (permission === 'approved')
    return output.print(`${output.mark('none')} ${visible(toRun.name)} is already approved`);
  if (globals.dryRun) {
    output.print(serverLines(server, output));
    return output.print(`${output.mark('none')} Would approve ${visible(toRun.name)} in ${where}`);
  }
  output.print(`${output.mark('ok')} ${visible(toRun.name)} approved in ${where}`);
  output.talk(output.style('dim', `Undo with: plugboard approvals forget ${text.fingerprint.slice(0, 12)}`));
}

/** Uses the complete fingerprint, because a definition with the same prefix can be found by brute force. */
function commandFor({ text }: ProjectServer): string {
  return `plugboard approve ${text.fingerprint}`;
}
