import type { Command } from 'commander';
import type { ServerHere } from '../../live/servers-here.ts';
import { update } from '../../manage/update.ts';
import { catalogId } from '../../model/origin.ts';
import type { Auth } from '../../model/server.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import type { Plan } from '../../store/write/plan.ts';
import { targetsWith } from '../input/targets.ts';
import type { CommandContext } from '../program/command-context.ts';
import type { Failure } from '../program/failure.ts';

type Change = { readonly build: () => Promise<Plan> } | { readonly failure: Failure };

/** The change that adds the sign-in settings to the definition; undefined if it has them already. */
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
    const message = `${id} cannot store ${fields} of "${name}" (${first.why}), and the sign-in would not work without.`;
    const hint = `define it in your catalog, which has the highest priority: plugboard copy ${quoteWord(name)} --from ${id} --to catalog`;
    return { failure: { code: 'sign-in-failed', problem: 'settings', message, hint, server: name } };
  }
  return changes.length === 0 ? undefined : { build };
}
