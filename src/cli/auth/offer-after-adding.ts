import type { Command } from 'commander';
import { canSignIn } from '../../model/can-sign-in.ts';
import type { Server } from '../../model/server.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';
import { outcomeLines } from '../runtime/show-test.ts';
import { testOutcome } from '../runtime/test-outcome.ts';
import { obstacleBefore } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';
import { isAboutSignIn } from './is-about-sign-in.ts';
import { offerSignIn } from './offer-sign-in.ts';

/** Offers to connect to new servers that may require a sign-in. Contacts nothing before the answer. */
export async function offerAfterAdding(
  context: CommandContext,
  command: Command,
  servers: Readonly<Record<string, Server>>,
): Promise<void> {
  const names = Object.keys(servers).filter((name) => canSignIn(servers[name] as Server));
  if (names.length === 0) return;
  const { confirm } = await import('../input/ask.ts');
  const wanted = names.map(visible).join(', ');
  if (!(await confirm(`Connect to ${wanted} now to check whether a sign-in is required?`))) return;
  await withRuntime(context, command, {}, false, async (use) => {
    for (const name of names) await tryIt(name, servers[name] as Server, use);
  });
}

/** The result does not affect the exit code, because the command itself has succeeded. */
async function tryIt(name: string, { url }: Server, use: Use): Promise<void> {
  const { output } = use.context;
  const server = use.runtime.servers.find((one) => one.name === name);
  // Another definition of this name may be active here.
  if (!server || server.server.url !== url) return;
  const before = await obstacleBefore(server, use);
  const outcome = before ? { server, problems: [], obstacle: before } : await testOutcome(server, use);
  use.lines.finish(name);
  if (isAboutSignIn(outcome.obstacle, server.server)) await offerSignIn(server, use);
  else for (const line of outcomeLines(outcome, output)) output.talk(line);
}
