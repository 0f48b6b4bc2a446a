import { claudeSession } from './ask/claude-code.ts';
import { jsonOutput } from './ask/json-output.ts';
import type { Box, RunOptions } from './box.ts';
import type { TestClientId } from './clients.ts';
import { drivers } from './drivers.ts';

export interface Said {
  /** The servers it has. */
  readonly names: readonly string[];
  readonly raw: string;
}

/** How to ask a program that is being launched. Most answer as they do otherwise; these only in a session. */
const inSession: Readonly<Partial<Record<TestClientId, (box: Box) => Promise<Said>>>> = {
  'claude-code': async (box) =>
    initEvent(box, 'claude', ['-p', 'hi', '--output-format', 'stream-json', '--verbose'], {
      env: claudeSession,
    }),
  // The server behind its editors takes no profile, so a session has to show what is started.
  codex: async (box) => {
    const list = await box.run('codex', ['mcp', 'list', '--json']);
    const session = await box.run('codex', ['exec', '--strict-config', '--skip-git-repo-check', 'hi'], {
      onLine: (line) => (line.includes('Reconnecting... 5') ? 'done' : undefined),
    });
    const found = jsonOutput(list) as readonly { name: string; enabled: boolean }[];
    return { names: found.flatMap(({ name, enabled }) => (enabled ? [name] : [])), raw: list.all + session.all };
  },
  qoder: async (box) => initEvent(box, 'qodercli', ['-p', 'hi', '--output-format', 'stream-json']),
  auggie: async (box) => {
    const account = { accessToken: 'none', tenantURL: 'http://127.0.0.1:9', scopes: [] };
    const { all } = await box.run('auggie', ['--print', 'hi', '--allow-indexing'], {
      env: { AUGMENT_SESSION_AUTH: JSON.stringify(account), AUGMENT_DISABLE_AUTO_UPDATE: '1' },
      onLine: (line) => (line.includes('temporarily unavailable') ? 'done' : undefined),
    });
    return { names: [...all.matchAll(/✅ (\S+)$/gm)].map(([, name = '']) => name), raw: all };
  },
  // It starts none before a sign-in.
  'cline-cli': async (box) => {
    const output = await box.run('cline', ['config', 'mcp', '--json']);
    const found = jsonOutput(output) as readonly { name: string; disabled: boolean }[];
    return { names: found.flatMap(({ name, disabled }) => (disabled ? [] : [name])), raw: output.all };
  },
};

export async function askLaunched(id: TestClientId, box: Box): Promise<Said> {
  const ask = inSession[id];
  if (ask) return ask(box);
  const { listed = [], raw } = await drivers[id].ask(box, 'user');
  return { names: listed.flatMap(({ name, status }) => (status === 'connected' ? [name] : [])), raw };
}

/** What a session reports before it asks a model, without a sign-in. */
async function initEvent(box: Box, program: string, args: readonly string[], options: RunOptions = {}): Promise<Said> {
  let names: readonly string[] = [];
  const { all } = await box.run(program, args, {
    ...options,
    onLine: (line) => {
      if (!line.includes('"subtype":"init"')) return undefined;
      const { mcp_servers: found } = JSON.parse(line) as { mcp_servers: readonly { name: string; status: string }[] };
      names = found.flatMap(({ name, status }) => (status === 'connected' ? [name] : []));
      return 'done';
    },
  });
  return { names, raw: all };
}
