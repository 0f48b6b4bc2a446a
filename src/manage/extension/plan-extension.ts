import { resolvePath } from '../../clients/paths.ts';
import type { Client, Extension } from '../../clients/types.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { version } from '../../model/version.ts';
import { listHistory, readHistory } from '../../store/journal/history.ts';
import type { Plan } from '../../store/write/plan.ts';
import { add } from '../add.ts';
import { inSteps } from '../plan/in-steps.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import { entryIn } from '../plan/put-server.ts';
import { nameOf, surroundingsOf, type Target } from '../plan/target.ts';
import { remove } from '../remove.ts';
import { extensionName, extensionSummary, skillText } from './skill-text.ts';

/** Name of the entry in clients without a manifest; the gateway's entry is named like the program. */
const entryName = 'plugboard-mcp';

/** The codes by which the changes are found in the history. */
export function installAction(target: Target): string {
  return `manage-connect ${nameOf(target)}`;
}

export function uninstallAction(target: Target): string {
  return `manage-disconnect ${nameOf(target)}`;
}

/** Plans to let a client manage servers: a folder with a skill where it reads one, and the server there or as an entry. */
export async function planInstall(host: Host, target: Target, entry: Server): Promise<Plan> {
  const { client } = target;
  const title = `let ${client.name} manage servers with Plugboard`;
  const files = filesFor(host, client, entry);
  const known = await writtenBefore(host, target);
  const plan = await inSteps(host, title, [
    async (now) => {
      const draft = new PlanDraft(now, title);
      for (const [path, text] of files) {
        const there = await draft.original(path);
        // A file that is not ours is not replaced.
        if (there !== undefined && there !== text && !known.has(there))
          throw new PlugboardError('file-exists', { path });
        await draft.set(path, text);
      }
      return draft.plan();
    },
    ...(hasManifest(client) ? [] : [async (now: Host) => add(now, entryName, entry, [target], 'overwrite')]),
  ]);
  return { ...plan, action: installAction(target) };
}

/** Plans to remove what was installed, if files changed since. A file that was edited is kept. */
export async function planUninstall(host: Host, target: Target): Promise<Plan> {
  const { client } = target;
  const title = `stop ${client.name} from managing servers with Plugboard`;
  const known = await writtenBefore(host, target);
  const plan = await inSteps(host, title, [
    async (now) => {
      const draft = new PlanDraft(now, title);
      for (const [path] of filesFor(host, client, {})) {
        const there = await draft.original(path);
        if (there !== undefined && known.has(there)) await draft.set(path, undefined);
      }
      return draft.plan();
    },
    async (now) => {
      const draft = new PlanDraft(now, title);
      const isThere = !hasManifest(client) && (await entryIn(draft, await draft.open(target), entryName));
      return isThere ? remove(now, entryName, [target], { evenIfReferenced: true }) : draft.plan();
    },
  ]);
  return { ...plan, action: uninstallAction(target) };
}

function hasManifest({ extension }: Client): boolean {
  return extension?.manifest !== undefined;
}

/** The files of the folder, by absolute path. */
function filesFor(host: Host, { extension }: Client, entry: Server): Map<string, string> {
  if (!extension) return new Map();
  const { directory, baseVariable, skill, manifest } = extension;
  const folder = `${resolvePath(directory, surroundingsOf(host), baseVariable)}/${extensionName}`;
  return new Map([
    ...(manifest ? [[`${folder}/${manifest.path}`, manifestText(manifest, entry)] as const] : []),
    [`${folder}/${skill}`, skillText],
  ]);
}

function manifestText({ keys = {} }: NonNullable<Extension['manifest']>, { command, args, env }: Server): string {
  const server = { command, args, ...(env && { env }) };
  const manifest = {
    name: extensionName,
    version,
    description: extensionSummary,
    ...keys,
    mcpServers: { [extensionName]: server },
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Every text that we wrote for this client, so that a newer version can replace it. */
async function writtenBefore(host: Host, target: Target): Promise<Set<string>> {
  const changes = (await listHistory(host)).filter(({ action }) => action === installAction(target));
  const details = await Promise.all(changes.map(async ({ id }) => readHistory(host, id)));
  return new Set(details.flatMap(({ after }) => after).filter((text) => text !== undefined));
}
