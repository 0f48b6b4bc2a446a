import type { Driver, Listed } from '../answer.ts';
import { jsonOutput } from './json-output.ts';

/** Any account works: it connects its servers before it notices that there is no response. */
const account = { accessToken: 'none', tenantURL: 'http://127.0.0.1:9', scopes: [] };
const env = { AUGMENT_SESSION_AUTH: JSON.stringify(account), AUGMENT_DISABLE_AUTO_UPDATE: '1' };

interface Entry {
  readonly name: string;
  readonly transport: string;
  readonly enabled: boolean;
}

export const auggie: Driver = {
  scopes: ['user', 'project'],
  ask: async (box) => {
    const list = await box.run('auggie', ['mcp', 'list', '--json'], { env });
    const session = await box.run('auggie', ['--print', 'hi', '--allow-indexing'], {
      env,
      onLine: (line) => (line.includes('temporarily unavailable') ? 'done' : undefined),
    });
    const { servers } = jsonOutput(list) as { servers: readonly Entry[] };
    const listed = servers.map(({ name, transport, enabled }): Listed => {
      const tried = session.all.includes(`✅ ${name}\n`) ? 'connected' : 'failed';
      return { name, status: enabled ? tried : 'disabled', transport };
    });
    return { listed, raw: list.all + session.all };
  },
};
