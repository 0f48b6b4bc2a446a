import type { IssuesAnswer, ServersAnswer } from '../../../src/api/contract/servers.ts';
import { createApiContext } from '../../../src/api/create-api-context.ts';
import { serversRoutes } from '../../../src/api/routes/servers.ts';
import type { Host } from '../../../src/model/host.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import type { Machine } from './machine.ts';

/** What the page shows of this machine. */
export async function pageAnswer(here: Machine): Promise<ServersAnswer & { readonly issues: IssuesAnswer }> {
  const api = createApiContext(hostOf(here));
  const ask = async (path: string): Promise<unknown> => (await serversRoutes(api).request(path)).json();
  try {
    return { ...((await ask('/servers')) as ServersAnswer), issues: (await ask('/issues')) as IssuesAnswer };
  } finally {
    await api.close();
  }
}

/** The machine for functions that are called in this process. */
export function hostOf(here: Machine): Host {
  const home = here.path('~/').replace(/[/\\]$/, '');
  return { ...nodeHost(), home, cwd: here.project, env: here.env, platform: 'linux' };
}
