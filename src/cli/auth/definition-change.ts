import type { Command } from 'commander';
import type { ServerHere } from '../../live/servers-here.ts';
import { update } from '../../manage/update.ts';
import { catalogId } from '../../model/origin.ts';
import { quoteWord } from '../../model/quote-word.ts';
import type { Auth } from '../../model/server.ts';
import type { Plan } from '../../store/plan.ts';
import type { CommandContext } from '../command-context.ts';
import type { Failure } from '../failure.ts';
import { targetsWith } from '../targets.ts';

type Change = { readonly build: () => Promise<Plan> } | { readonly failure: Failure };

/** How the definition, where it stands, comes to say who signs in; undefined when it says so already. */
export async function definitionChange(
  { name, origin }: ServerHere,
  auth: Auth,
  context: CommandContext,
  command: Command,
): Promise<Change | undefined> {
  const { host } = context;
  const { client = catalogId, scope } = origin ?? {};
  const id = client === catalogId ? 'catalog' : client;
  const targets = await targetsWith(context, name, scope === undefined ? id : `${id}:${scope}`, undefined, command);
  const build = async (): Promise<Plan> => update(host, name, (server) => ({ ...server, auth }), targets);
  const { losses, changes } = await build();
  const lost = losses.filter(({ field, action }) => action === 'dropped' && /^auth\b/.test(field));
  const [first] = lost;
  if (first) {
    const fields = lost.map(({ field }) => field).join(', ');
    const message = `${id} cannot keep ${fields} of "${name}" (${first.why}), and the sign-in would be of no use without.`;
    const hint = `have it in your catalog, which comes first here: plugboard copy ${quoteWord(name)} --from ${id} --to catalog`;
    return { failure: { code: 'sign-in-failed', problem: 'settings', message, hint, server: name } };
  }
  return changes.length === 0 ? undefined : { build };
}
