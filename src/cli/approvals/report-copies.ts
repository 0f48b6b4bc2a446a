import { approvalsOf } from '../../live/approvals/project-servers.ts';
import { count } from '../../model/count.ts';
import { visible } from '../../model/visible.ts';
import type { Plan } from '../../store/write/plan.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Reports which servers that a plan copies from projects need approval before use. */
export async function reportCopies({ copies = [] }: Plan, { host, output, globals }: CommandContext): Promise<void> {
  const approvals = approvalsOf(host);
  const pending = new Set<string>();
  for (const { name, server, origin } of copies)
    if ((await approvals.permissionFor({ name, server, origin })) === 'pending') pending.add(visible(name));
  if (pending.size === 0) return;
  const names = pending.size > 4 ? count(pending.size, 'server') : [...pending].join(', ');
  const verb = globals.dryRun ? 'would need' : pending.size === 1 ? 'needs' : 'need';
  output.talk(
    `${output.mark('warning')} From a project: ${names} ${verb} approval before use. See them with: plugboard approve`,
  );
}
