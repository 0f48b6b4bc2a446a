import { fileURLToPath } from 'node:url';
import type { CallEvent } from '../../../src/api/contract/tools.ts';
import { Page } from './page.ts';

/** A server with something of everything, and a secret that it is given. */
export const workbench = fileURLToPath(new URL('../servers/workbench.mjs', import.meta.url));
export const secret = 'a-token-nobody-may-see';

export const benchServer = { command: process.execPath, args: [workbench], env: { TOKEN: secret } };

/** A page with the workbench in the files of a client. */
export function benchPage(file = '.codex/config.toml'): Page {
  const page = new Page();
  const { command, args, env } = benchServer;
  page.write(
    file,
    `[mcp_servers.bench]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\nenv = { TOKEN = ${JSON.stringify(env.TOKEN)} }\n`,
  );
  return page;
}

/** Makes a call and waits for its end. */
export async function callOf(page: Page, request: object): Promise<CallEvent> {
  const { body } = await page.post('calls', request);
  const { id } = body as { id: string };
  await page.event((event) => event.type === 'call' && event.call.id === id && event.call.state !== 'running');
  return (await page.get(`calls/${id}`)).body as CallEvent;
}
