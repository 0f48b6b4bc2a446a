import type { Driver, Listed } from '../answer.ts';

/** A model of one's own needs no account. */
const env = { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_MODEL: 'none' };

interface Tried {
  readonly name: string;
  readonly status: string;
}

export const qwenCode: Driver = {
  scopes: ['user', 'project'],
  ask: async (box, scope) => {
    if (scope === 'project') await box.run('qwen', ['mcp', 'approve', '--all'], { env });
    let listed: readonly Listed[] = [];
    // Not `mcp list`: that starts excluded servers too, which a session does not.
    const { all } = await box.run('qwen', ['--prompt', 'hi', '--output-format', 'stream-json'], {
      env,
      onLine: (line) => {
        if (!line.includes('"subtype":"init"')) return undefined;
        listed = (JSON.parse(line) as { mcp_servers: readonly Tried[] }).mcp_servers.map(toListed);
        return 'done';
      },
    });
    return { listed, raw: all };
  },
};

function toListed({ name, status }: Tried): Listed {
  return { name, status: status === 'connected' ? 'connected' : 'failed' };
}
