import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMCPToolName } from '../../../src/model/tool-name.ts';
import { nameTools, type RawToolName } from '../../../src/runtime/tools/name-tools.ts';

const names = (...tools: [string, string][]): string[] =>
  nameTools(tools.map(([server, tool]) => ({ server, tool }))).tools.map(({ name }) => name);

/** Few letters, so that many names collide. */
const part = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '_', '-', '.', '1'), maxLength: 6 });
const long = fc.string({ unit: fc.constantFrom('a', 'b', '_', '1'), minLength: 40, maxLength: 120 });
const tools = fc.uniqueArray(fc.record({ server: fc.oneof(part, long), tool: fc.oneof(part, long) }), {
  selector: ({ server, tool }) => JSON.stringify([server, tool]),
  maxLength: 60,
});

describe('nameTools', () => {
  it('leaves names alone that are the only ones', () => {
    const { tools, warnings } = nameTools([
      { server: 'github', tool: 'search' },
      { server: 'files', tool: 'search' },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(['mcp_github_search', 'mcp_files_search']);
    expect(warnings).toEqual([]);
  });

  it('gives a name that several tools would have to none of them, and says so', () => {
    const { tools, warnings } = nameTools([
      { server: 'my-server', tool: 'read' },
      { server: 'my.server', tool: 'read' },
      { server: 'other', tool: 'read' },
    ]);
    expect(tools.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^mcp_my_server_read_[a-p]{6}$/),
      expect.stringMatching(/^mcp_my_server_read_[a-p]{6}$/),
      'mcp_other_read',
    ]);
    expect(warnings).toEqual([{ kind: 'collision', name: 'mcp_my_server_read', tools: tools.slice(0, 2) }]);
  });

  it('keeps names from run to run', () => {
    expect(names(['my-server', 'read'], ['my.server', 'read'])).toEqual([
      'mcp_my_server_read_iecepi',
      'mcp_my_server_read_ilekfe',
    ]);
  });

  it('sees tools of one server that differ only in digits or case', () => {
    expect(new Set(names(['s', 'get_v1'], ['s', 'get_v2'], ['s', 'GET_V'])).size).toBe(3);
  });

  it('sees a server and a tool that meet in the middle', () => {
    const [first, second] = names(['a', 'b_c'], ['a_b', 'c']);
    expect(first).not.toBe(second);
  });

  it('has an answer to a tool that is called like the answer to a collision', () => {
    const [taken = ''] = names(['my-server', 'read'], ['my.server', 'read']);
    const mimic: [string, string] = ['my', taken.slice('mcp_my_'.length)];
    expect(createMCPToolName(...mimic)).toBe(taken);
    const all = names(['my-server', 'read'], ['my.server', 'read'], mimic);
    expect(new Set(all).size).toBe(3);
    expect(all).not.toContain(taken);
  });

  it('shortens long names to 64 characters and keeps most of the tool', () => {
    const { tools, warnings } = nameTools([{ server: 's'.repeat(100), tool: 'create_pull_request_review_comment' }]);
    expect(tools[0]?.name).toMatch(/^mcp_s{18}_create_pull_request_review_comment_[a-p]{6}$/);
    expect(tools[0]?.name).toHaveLength(64);
    expect(warnings).toEqual([
      { kind: 'shortened', name: createMCPToolName('s'.repeat(100), tools[0]?.tool ?? ''), tools },
    ]);
  });

  it('tells long names apart that begin alike', () => {
    const all = names(['s', `${'x'.repeat(80)}_one`], ['s', `${'x'.repeat(80)}_two`]);
    expect(new Set(all).size).toBe(2);
  });

  it('gives a tool that is named twice one name', () => {
    const { tools, warnings } = nameTools([
      { server: 's', tool: 't' },
      { server: 's', tool: 't' },
    ]);
    expect(tools.map(({ name }) => name)).toEqual(['mcp_s_t', 'mcp_s_t']);
    expect(warnings).toEqual([]);
  });

  it('gives each tool a name of its own that models accept', () => {
    fc.assert(
      fc.property(tools, (raw) => {
        const named = nameTools(raw).tools;
        expect(new Set(named.map(({ name }) => name)).size).toBe(raw.length);
        for (const { name } of named) expect(name).toMatch(/^(?=.{1,64}$)mcp(?:_[a-z]+){2,}$/);
      }),
    );
  });

  it('does not depend on the order', () => {
    const shuffled = tools.chain((raw) =>
      fc.tuple(fc.constant(raw), fc.shuffledSubarray(raw, { minLength: raw.length })),
    );
    const table = (raw: readonly RawToolName[]): unknown =>
      Object.fromEntries(nameTools(raw).tools.map(({ server, tool, name }) => [JSON.stringify([server, tool]), name]));
    fc.assert(
      fc.property(shuffled, ([raw, other]) => {
        expect(table(other)).toEqual(table(raw));
        expect(nameTools(other).warnings).toEqual(nameTools(raw).warnings);
      }),
    );
  });

  it('warns of exactly the tools that have another name than the rules give', () => {
    fc.assert(
      fc.property(tools, (raw) => {
        const { tools, warnings } = nameTools(raw);
        const warned = new Set(warnings.flatMap((warning) => warning.tools.map(({ name }) => name)));
        const other = tools.filter(({ server, tool, name }) => name !== createMCPToolName(server, tool));
        expect(warned).toEqual(new Set(other.map(({ name }) => name)));
      }),
    );
  });
});
