import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ApiContext } from '../../../src/api/api-context.ts';
import { createApiContext } from '../../../src/api/create-api-context.ts';
import { type ServeOptions, type Serving, serve } from '../../../src/api/serve.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';
import { type Answer, ask, type Request } from './ask.ts';

export interface Api extends Serving {
  readonly context: ApiContext;
  readonly home: string;
  readonly project: string;
  /** What a browser that is signed in has. */
  readonly cookie: string;
  /** As the page asks: signed in, from here, and with the header for whatever changes something. */
  ask(path: string, request?: Request): Promise<Answer>;
}

interface Surroundings extends Partial<Pick<ServeOptions, 'webRoot' | 'now' | 'port' | 'limits'>> {
  /** By path in the home. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The real interface on a port of this machine, in a home of its own, until the test is over. */
export async function startApi({ files = {}, webRoot = '/nowhere', ...rest }: Surroundings = {}): Promise<Api> {
  const home = mkdtempSync(join(homedir(), 'api-'));
  const project = join(home, 'project');
  mkdirSync(project);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  const env = { ...process.env, HOME: home, PLUGBOARD_HOME: join(home, 'own'), XDG_CONFIG_HOME: join(home, '.config') };
  const context = createApiContext({ ...nodeHost(), home, cwd: project, env }, { quietMs: 5 });
  const serving = await serve({ api: context, webRoot, ...rest });
  onTestFinished(async () => {
    await Promise.all([serving.close(), context.close()]);
  });
  const { headers } = await ask(serving.link());
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return {
    ...serving,
    context,
    home,
    project,
    cookie,
    ask: async (path, request = {}) =>
      ask(serving.url + path, { ...request, headers: { cookie, 'x-plugboard': '1', ...request.headers } }),
  };
}
