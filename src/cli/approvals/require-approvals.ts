import { approvalsOf, type ProjectServer } from '../../live/approvals/project-servers.ts';
import type { ProjectSource } from '../../manage/project-source.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { describeForApproval } from '../../runtime/trust/describe-for-approval.ts';
import type { CommandContext } from '../program/command-context.ts';
import { type Failure, failureOf } from '../program/failure.ts';
import { printOnStderr } from '../runtime/show-obstacle.ts';
import { showAccepted } from './show-accepted.ts';
import { serverAsData, serverLines, showAbovePrompt } from './show-server.ts';

/** Whether a server from a project is approved. */
export type IsApproved = (source: ProjectSource) => Promise<boolean>;

export interface ApprovalRequest {
  /** Fingerprint prefixes to approve. */
  readonly given: readonly string[];
  /** Servers passed to a client that starts them without asking. */
  readonly required: readonly ProjectSource[];
}

/**
 * Ensures that all required servers are approved: already, by a given fingerprint, or by the user at a prompt. Returns
 * undefined, after reporting it, if one is not.
 */
export async function requireApprovals(
  sources: readonly ProjectSource[],
  { given, required }: ApprovalRequest,
  context: CommandContext,
): Promise<IsApproved | undefined> {
  const { host, output, globals } = context;
  const approvals = approvalsOf(host);
  const accepted = new Set(showAccepted(given, sources, context));
  const isApproved: IsApproved = async (source) =>
    accepted.has(fingerprintOf(source, context)) || (await approvals.permissionFor(source)) === 'approved';
  const open = new Map<string, ProjectServer>();
  for (const source of required) if (!(await isApproved(source))) await add(open, source, context);
  const isAsked = context.interactive && !globals.yes && !globals.dryRun;
  const askable = [...open.values()].filter(({ permission }) => permission === 'pending' && isAsked);
  for (const server of askable) {
    showAbovePrompt(server, output);
    const { askApproval } = await import('./ask-approval.ts');
    if (!(await askApproval(server.toRun.name))) return undefined;
    await approvals.approve(server.toRun);
    open.delete(server.text.fingerprint);
  }
  if (open.size === 0) return isApproved;
  refuse([...open.values()], context);
  return undefined;
}

async function add(open: Map<string, ProjectServer>, source: ProjectSource, context: CommandContext): Promise<void> {
  const permission = await approvalsOf(context.host).permissionFor(source);
  const toRun = { ...source, disabled: false };
  const text = describeForApproval(toRun, context.host.env);
  open.set(text.fingerprint, { toRun, text, permission });
}

function fingerprintOf(source: ProjectSource, { host }: CommandContext): string {
  return describeForApproval(source, host.env).fingerprint;
}

function refuse(servers: readonly ProjectServer[], context: CommandContext): void {
  const { output } = context;
  const denied = servers.filter(({ permission }) => permission === 'denied');
  const pending = servers.filter(({ permission }) => permission !== 'denied');
  if (!output.json) for (const server of pending) printOnStderr([...serverLines(server, output), ''], output);
  const again = `if this is what you want: ${repeated(pending, context)}`;
  const [first, ...others] = [
    ...denied.map((server) => failure('approval-denied', server, undefined)),
    ...pending.map((server, index) => failure('approval-needed', server, index === 0 ? again : undefined)),
  ];
  if (first) output.fail(first, ...others);
}

function failure(
  code: 'approval-needed' | 'approval-denied',
  server: ProjectServer,
  hint: string | undefined,
): Failure {
  const { name } = server.toRun;
  return { ...failureOf(new PlugboardError(code, { name })), ...(hint && { hint }), definition: serverAsData(server) };
}

/** The command line with the full fingerprints added, because a prefix can be forged. */
function repeated(servers: readonly ProjectServer[], { argv }: CommandContext): string {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const approve = servers.flatMap(({ text }) => ['--approve', text.fingerprint]);
  const words = ['plugboard', ...argv.slice(0, end), ...approve, ...argv.slice(end)];
  return words.map(quoteWord).join(' ');
}
