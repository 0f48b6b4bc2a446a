import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/clients/registry.ts';
import type { Client } from '../../../src/clients/types.ts';
import { readPasted } from '../../../src/manage/paste/read-pasted.ts';
import { translate } from '../../../src/manage/translation/translate.ts';
import { isError } from '../../../src/model/diagnostics/diagnostic.ts';
import type { ValueMap } from '../../../src/model/value.ts';
import { all, soundEntries, textOf } from './support/native-texts.ts';

const keys = ['type', 'transport'];

/** The servers of the client with another word for the transport; undefined where its format cannot hold that. */
function textWith(client: Client, key: string, word: string): string | undefined {
  const sound = soundEntries(client).at(-1) as ValueMap;
  const { type: _, transport: __, ...entry } = sound;
  return textOf(client, [['odd', { ...entry, [key]: word }]]);
}

async function refusalOf(client: Client, key: string, word: string) {
  const text = textWith(client, key, word) ?? '';
  const { diagnostics } = await translate(text, client, clients.canonical);
  const issue = diagnostics.find(({ code }) => code === 'unknown-transport');
  return issue?.code === 'unknown-transport' ? { ...issue, text } : undefined;
}

describe.each(all.map((client) => [client.id, client] as const))('a transport that %s does not know', (_id, client) => {
  it.each(keys)('is named as it is written under %j, with words that it knows', async (key) => {
    const refusal = await refusalOf(client, key, 'ws9');
    // Some clients pay no attention to the key, so its word means nothing.
    if (!refusal) return;
    const { text, range, path = [], args } = refusal;
    expect(path.at(-1)).toBe(key);
    expect(text.slice(range?.start.offset, range?.end.offset)).toMatch(/^["']?ws9["']?$/);
    expect(args.received).toBe('"ws9"');
    for (const word of args.allowed) expect([word, await refusalOf(client, key, word)]).toEqual([word, undefined]);
  });
});

it('our own file allows the words of the documentation', async () => {
  for (const key of keys)
    expect(await refusalOf(clients.canonical, key, 'ws9')).toMatchObject({
      args: { allowed: ['stdio', 'http', 'sse'] },
    });
});

describe('an import', () => {
  it.each([
    '{"servers":{"a":{"transport":"ws9","url":"https://x.example"}}}',
    '{"mcpServers":{"a":{"transport":"ws9","url":"https://x.example"}}}',
    '{"mcpServers":{"a":{"type":"ws9","url":"https://x.example"}}}',
    '{"mcp":{"a":{"type":"ws9","url":"https://x.example"}}}',
    '[mcp_servers.a]\nurl = "https://x.example"\ntransport = "ws9"\n',
    'mcpServers:\n  - name: a\n    url: https://x.example\n    type: ws9\n',
  ])('takes no client that ignores the word for the one that is meant: %j', async (text) => {
    const { diagnostics } = await readPasted(text);
    expect(diagnostics.filter(isError).map(({ code }) => code)).toEqual(['unknown-transport']);
  });

  it.each([
    '{"mcpServers":{"":{"command":"x"},"b":{"command":"y"}}}',
    '{"mcpServers":{"":{"command":"x"},"b":{"command":"x"}}}',
    '{"mcpServers":{"":{"command":"x"}}}',
    '{"servers":{"":{"command":"x"},"b":{"command":"x"}}}',
    '[{"name":"","command":"x"},{"name":"b","command":"x"}]',
    '[mcp_servers.""]\ncommand = "x"\n[mcp_servers.b]\ncommand = "x"\n',
    'mcpServers:\n  - name: ""\n    command: x\n  - name: b\n    command: x\n',
  ])('tells of an empty name as of any other mistake: %j', async (text) => {
    const { diagnostics } = await readPasted(text);
    expect(diagnostics.filter(isError).map(({ code }) => code)).toEqual(['name-empty']);
  });
});
