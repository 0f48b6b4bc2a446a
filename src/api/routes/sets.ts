import { Hono } from 'hono';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import { setClientId } from '../../clients/well-known.ts';
import { cachedToolSizes, type KnownTools } from '../../live/tools/cached-tool-sizes.ts';
import { masked, targetOfServer } from '../../manage/secrets/masked-server.ts';
import type { Host } from '../../model/host.ts';
import { maskLine } from '../../model/secrets/secret.ts';
import type { Server } from '../../model/server.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import type { Value } from '../../model/value.ts';
import { visible, visibleLines } from '../../model/visible.ts';
import type { ConfigSet } from '../../sets/config-set.ts';
import { projectOf } from '../../sets/project-of.ts';
import { readSelection } from '../../sets/selection.ts';
import { setsHere } from '../../sets/sets-here.ts';
import type { ApiContext } from '../api-context.ts';
import type { SetsAnswer, SetView } from '../contract/sets.ts';
import { pathView } from '../views/words.ts';

const isDefault = ({ id }: Client): number => Number(id === setClientId);
const launchers: readonly Client[] = Object.values(clients)
  .filter(({ launch }: Client) => launch !== undefined)
  .toSorted((a, b) => isDefault(b) - isDefault(a));

/** `GET /api/sets` */
export function setsRoutes({ host }: ApiContext): Hono {
  return new Hono().get('/sets', async (context) => {
    const { directory, exists, sets } = await setsHere(host);
    const key = { project: await projectOf(host, host.cwd), directory };
    const picked = new Set(await readSelection(host, key));
    const toolsOf = cachedToolSizes(host);
    const answer: SetsAnswer = {
      directory: pathView(directory, host),
      exists,
      sets: await Promise.all(sets.map((set) => setView(set, host, toolsOf, picked.has(set.name)))),
      launchers: launchers.map(({ id, name }) => ({ client: id, clientName: name })),
    };
    return context.json(answer);
  });
}

async function setView(
  { name, display, note, path, servers, error }: ConfigSet,
  host: Host,
  toolsOf: (name: string, server: Server) => Promise<KnownTools | undefined>,
  isPicked: boolean,
): Promise<SetView> {
  const shown = Object.entries(servers).map(([key, server]) => [key, masked(server as Value)]);
  return {
    name,
    display: visible(display),
    ...(note !== undefined && { note: visible(note) }),
    file: pathView(path, host),
    servers: await Promise.all(
      Object.entries(servers).map(async ([key, server]) => {
        const known = await toolsOf(key, server);
        return { name: key, summary: targetOfServer(server), ...(known && { tokens: known.tokens }) };
      }),
    ),
    ...(error !== undefined && { problem: visibleLines(maskLine(error), '') }),
    text: error === undefined ? JSON.stringify({ mcpServers: Object.fromEntries(shown) }, undefined, 2) : '',
    launchLines: Object.fromEntries(launchers.map(({ id }) => [id, launchLine(name, id)])),
    isPicked,
  };
}

function launchLine(set: string, client: string): string {
  return `plugboard run ${quoteWord(set)}${client === setClientId ? '' : ` --client ${client}`}`;
}
