import type { ServerHere } from '../../live/servers-here.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Server } from '../../model/server.ts';
import { visible } from '../../model/visible.ts';
import { choose } from '../input/ask.ts';
import { serverNamed } from '../runtime/use-server.ts';
import type { Use } from '../runtime/with-runtime.ts';

/** The named server; without a name the user chooses one at a terminal. */
export async function chooseServer(
  name: string | undefined,
  use: Use,
  question: string,
  isMeant: (server: Server) => boolean,
): Promise<ServerHere> {
  if (name !== undefined) return serverNamed(name, use);
  const { context, runtime } = use;
  const choices = runtime.servers.filter(({ server, disabled }) => !disabled && isMeant(server));
  const [only, ...others] = choices;
  if (!only) throw usage('No server here supports sign-in.');
  if (!context.interactive) throw usage(`Name the server: ${choices.map((one) => one.name).join(', ')}`);
  if (others.length === 0) return only;
  const chosen = await choose(
    question,
    choices.map((one) => ({ value: one.name, label: visible(one.name), hint: visible(one.server.url ?? '') })),
  );
  return serverNamed(chosen, use);
}

function usage(message: string): PlugboardError<'usage'> {
  return new PlugboardError('usage', { message });
}
