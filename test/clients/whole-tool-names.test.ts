import { describe, expect, it } from 'vitest';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { shapeOf } from '../../src/clients/read-document.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client } from '../../src/clients/types.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { toml } from '../../src/formats/toml/index.ts';
import type { ToolFilter } from '../../src/model/server.ts';

const written = (client: Client, tools: ToolFilter): ReturnType<typeof writeEntry> =>
  writeEntry(client, shapeOf(client, undefined), 'x', { command: 'x', tools }, { scope: 'user' });

const codex = (tools: ToolFilter): unknown => {
  const { native, losses } = written(clients.codex, tools);
  const { command: _, ...lists } = native ?? {};
  return [lists, losses.map(({ field, action, reason }) => [field, action, reason].join(' '))];
};

describe.each(Object.values<Client>(clients).filter(({ toolNames }) => toolNames === 'whole'))('$id', (client) => {
  it('gets no pattern, which would match none of its tools', () => {
    for (const side of ['allow', 'deny'] as const) {
      const { native, losses } = written(client, { [side]: ['get_*'] });
      expect(JSON.stringify(native)).not.toContain('get_');
      expect(losses).toMatchObject([{ field: `tools.${side}`, action: 'dropped' }]);
    }
  });
});

it('writes patterns for clients that match them, and for those where it is not known', () => {
  for (const client of [clients.amp, clients['copilot-cli']])
    expect(JSON.stringify(written(client, { allow: ['get_*'] }).native)).toContain('get_*');
});

it('keeps the whole names of a list, without what a pattern denies', () => {
  expect(codex({ allow: ['a', 'b_*'] })).toEqual([{ enabled_tools: ['a'] }, ['tools.allow mapped tool-pattern']]);
  expect(codex({ deny: ['a', 'b_*'] })).toEqual([{ disabled_tools: ['a'] }, ['tools.deny mapped tool-pattern']]);
  expect(codex({ allow: ['get_a', 'rm_b'], deny: ['rm_*'] })).toEqual([{ enabled_tools: ['get_a'] }, []]);
  expect(codex({ allow: ['rm_b'], deny: ['rm_*'] })).toEqual([{ enabled_tools: [] }, []]);
  expect(codex({ allow: ['*'] })).toEqual([{}, []]);
  expect(codex({ allow: ['get_*'], deny: ['x'] })).toEqual([
    { disabled_tools: ['x'] },
    ['tools.allow dropped tool-patterns-only'],
  ]);
});

it('leaves a pattern that a file has, unless the list changes', () => {
  const text = '[mcp_servers.x]\ncommand = "x"\nenabled_tools = ["get_*"]\n';
  const file = { client: clients.codex, place: { scope: 'user' as const }, format: toml, text };
  const edited = putEntry(file, 'x', { command: 'y', tools: { allow: ['get_*'] } });
  expect([applyEdits(text, edited.edits), edited.losses]).toEqual([text.replace('"x"', '"y"'), []]);
  expect(applyEdits(text, putEntry(file, 'x', { command: 'x' }).edits)).toBe('[mcp_servers.x]\ncommand = "x"\n');
});
