import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMCPToolName } from '../../src/model/tool-name.ts';

describe('createMCPToolName', () => {
  it.each([
    ['github', 'create_issue', 'mcp_github_create_issue'],
    ['GitHub', 'createIssue', 'mcp_github_createissue'],
    ['my-server', 'do.it', 'mcp_my_server_do_it'],
    ['my.server', 'do it', 'mcp_my_server_do_it'],
    ['a', 'a_read', 'mcp_a_read'],
    ['a', 'a_a_read', 'mcp_a_a_read'],
    ['a', 'a', 'mcp_a_a'],
    ['a', 'a_', 'mcp_a_a'],
    ['a', 'ab_read', 'mcp_a_ab_read'],
    ['my-server', 'my.server.read', 'mcp_my_server_read'],
    ['context7', 'get-docs', 'mcp_context_get_docs'],
    ['__x__', '--y--', 'mcp_x_y'],
    ['a__b', 'c___d', 'mcp_a_b_c_d'],
    ['123', '456', 'mcp_server_tool'],
    ['', '', 'mcp_server_tool'],
    ['___', '\u65e5\u672c', 'mcp_server_tool'],
    ['server', 'server_tool', 'mcp_server_tool'],
    ['\u212a', 'x', 'mcp_k_x'],
  ])('%j and %j: %s', (server, tool, name) => {
    expect(createMCPToolName(server, tool)).toBe(name);
  });

  it('has only letters and single underscores, and always both parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (server, tool) => {
        expect(createMCPToolName(server, tool)).toMatch(/^mcp(?:_[a-z]+){2,}$/);
      }),
    );
  });

  it('does what the rules say, one after the other', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '_', '-', '.', '1', '\u00e9') });
    const plain = (text: string): string =>
      text
        .toLowerCase()
        .replaceAll(/[^a-z_]/g, '_')
        .replaceAll(/_+/g, '_')
        .replaceAll(/^_|_$/g, '');
    fc.assert(
      fc.property(name, name, (server, tool) => {
        const first = plain(server) || 'server';
        const second = plain(tool) || 'tool';
        const rest = second.startsWith(`${first}_`) ? second.slice(first.length + 1) : second;
        expect(createMCPToolName(server, tool)).toBe(`mcp_${first}_${rest}`);
      }),
    );
  });
});
