import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inject, it } from 'vitest';
import { type StandInModel, startModel } from '../test/opencode/support/stand-in-model.ts';
import { claudeSession } from './ask/claude-code.ts';
import { type Box, openBox } from './box.ts';
import { wantedClients } from './wanted-clients.ts';

const plugboard = fileURLToPath(new URL('../bin/plugboard.js', import.meta.url));
const target = fileURLToPath(new URL('stdio-target.mjs', import.meta.url));

interface Asked {
  /** The names of all tools that a model of this client would be told of. */
  readonly tools: readonly string[];
  readonly raw: string;
}

interface GatewayClient {
  /** Its own file, and what it holds before. */
  readonly file: string;
  readonly before: (model: StandInModel) => string;
  /** How it calls a tool of the gateway. */
  readonly spelled: (tool: string) => string;
  readonly ask: (box: Box, model: StandInModel) => Promise<Asked>;
}

const askers: Readonly<Record<string, GatewayClient>> = {
  'claude-code': {
    file: '.claude.json',
    before: () => '{\n  "numStartups": 1,\n  "mcpServers": {}\n}\n',
    spelled: (tool) => `mcp__plugboard__${tool}`,
    ask: async (box) => {
      let tools: readonly string[] = [];
      const { all } = await box.run('claude', ['-p', 'hi', '--output-format', 'stream-json', '--verbose'], {
        env: claudeSession,
        onLine: (line) => {
          // What a session reports before it asks a model, without a sign-in.
          if (!line.includes('"subtype":"init"')) return undefined;
          ({ tools } = JSON.parse(line) as { tools: readonly string[] });
          return 'done';
        },
      });
      return { tools, raw: all };
    },
  },
  opencode: {
    file: '.config/opencode/opencode.json',
    before: ({ url }) =>
      JSON.stringify({
        model: 'stand-in/one',
        small_model: 'stand-in/one',
        enabled_providers: ['stand-in'],
        share: 'disabled',
        provider: {
          'stand-in': {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: url, apiKey: 'none' },
            models: { one: { name: 'One' } },
          },
        },
      }),
    spelled: (tool) => `plugboard_${tool}`,
    ask: async (box, model) => {
      const env = {
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        NPM_CONFIG_REGISTRY: 'http://127.0.0.1:9',
      };
      const { all } = await box.run('opencode', ['run', 'hi'], { env });
      const tools = model.requests.flatMap((request) => request.tools ?? []).map((tool) => tool.function.name);
      return { tools, raw: all };
    },
  },
};

const cases = wantedClients().filter(({ id }) => askers[id]);

it.concurrent.for(cases.map((client) => [client.id, client] as const))(
  '%s offers the tools of all servers after plugboard connect',
  async ([id, client], { expect, onTestFailed }) => {
    const { file, before, spelled, ask } = askers[id] as GatewayClient;
    const model = await startModel();
    const box = openBox(inject('cache'), client);
    try {
      const server = (name: string): object => ({ command: 'node', args: [target, name], env: { LOG: box.log } });
      box.put('~/.cursor/mcp.json', JSON.stringify({ mcpServers: { one: server('one'), two: server('two') } }));
      box.put(`~/${file}`, before(model));
      const text = (): string => (existsSync(`${box.home}/${file}`) ? readFileSync(`${box.home}/${file}`, 'utf8') : '');
      const own = async (...words: string[]): Promise<string> =>
        (await box.run('node', [plugboard, ...words, '--yes'])).all;

      const said = [await own('connect', id)];
      expect(text(), said.join('\n')).not.toBe(before(model));
      said.push(await own('disconnect', id));
      expect(text(), said.join('\n')).toBe(before(model));
      said.push(await own('connect', id));

      const { tools, raw } = await ask(box, model);
      onTestFailed(() =>
        console.error(`── plugboard says\n${said.join('\n')}\n── ${id} says\n${raw}\n── its file\n${text()}`),
      );
      expect(tools).toEqual(expect.arrayContaining([spelled('mcp_one_echo'), spelled('mcp_two_echo')]));
    } finally {
      await model.close();
      box.remove();
    }
  },
);
