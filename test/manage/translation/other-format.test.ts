import { expect, it } from 'vitest';
import { clients } from '../../../src/clients/registry.ts';
import { translate } from '../../../src/manage/translation/translate.ts';

const json = '{ "mcpServers": { "a": { "command": "x" } } }';
const toml = '[mcp_servers.a]\ncommand = "x"\n';

it.each([
  ['JSON for TOML', json, 'codex', 'claude-code'],
  ['TOML for JSON', toml, 'cursor', 'codex'],
] as const)('names the likely client of a text in another format: %s', async (_, text, from, likely) => {
  const { diagnostics } = await translate(text, clients[from], clients.opencode);
  expect(diagnostics).toMatchObject([{ code: 'other-client', args: { id: likely } }]);
});

it('keeps the syntax errors of a text that no other format takes', async () => {
  const { diagnostics } = await translate(`${toml}[oops`, clients.codex, clients.opencode);
  expect(diagnostics.map(({ code }) => code)).toContain('syntax');
});
