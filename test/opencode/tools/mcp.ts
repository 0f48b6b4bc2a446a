import { describe, expect, it } from 'vitest';
import { definitionHash } from '../../../src/store/locked/lock-file.ts';
import type { ToolTester } from '../support/tool-tester.ts';
import { writeFiles } from '../support/world.ts';

export function testMcp(tools: ToolTester): void {
  describe('mcp', () => {
    const config = { type: 'local', command: ['/no/such/program'], environment: { API_TOKEN: 'tok-0123456789abcdef' } };

    it('opencode_mcp_add, opencode_mcp_list, opencode_mcp_enable and opencode_mcp_remove', async () => {
      writeFiles(tools.world.project, { 'opencode.jsonc': '{\n  // Who I am\n  "username": "me",\n}\n' });
      const added = await tools.ok('opencode_mcp_add', { name: 'broken', config });
      expect(added).toMatchObject({ name: 'broken', status: 'failed', changed: true });
      expect(JSON.stringify(added)).not.toContain('tok-0123456789abcdef');
      expect(tools.read('opencode.jsonc')).toContain('// Who I am');
      expect(tools.read('opencode.jsonc')).toContain('/no/such/program');
      expect((await tools.ok('opencode_mcp_list'))['servers']).toMatchObject([{ name: 'broken' }]);
      expect(await tools.ok('opencode_mcp_enable', { name: 'broken', enabled: false })).toMatchObject({
        status: 'disabled',
      });
      expect(tools.read('opencode.jsonc')).toContain('"enabled": false');
      const near = await tools.fails('opencode_mcp_enable', { name: 'brokn', enabled: true }, 'MCP_NOT_FOUND');
      expect(near['suggestions'][0]).toBe('Did you mean broken?');
      expect(await tools.ok('opencode_mcp_remove', { name: 'broken' })).toMatchObject({ removed: true });
      expect(tools.read('opencode.jsonc')).not.toContain('broken');
      expect((await tools.ok('opencode_mcp_list'))['servers']).toEqual([]);
      await tools.fails('opencode_mcp_add', { name: 'x', config: { type: 'sse', url: 'x' } }, 'INVALID_INPUT');
      await tools.fails('opencode_mcp_enable', { name: 'nobody', enabled: true }, 'MCP_NOT_FOUND');
      await tools.fails('opencode_mcp_remove', { name: 'nobody' }, 'MCP_NOT_FOUND');
      await tools.fails('opencode_mcp_list', { directory: '/no/such' }, 'DIRECTORY_INVALID');
    });

    it('refuses what a policy of the project denies, however it is added', async () => {
      writeFiles(tools.world.project, {
        'opencode.jsonc': '{ "mcp": { "present": { "type": "local", "command": ["/no/such/program"] } } }\n',
        'plugboard.policy.json': '{ "rules": [{ "id": "none", "deny": { "command": ["program"] } }] }\n',
      });
      const before = tools.read('opencode.jsonc');
      for (const more of [{}, { persist: false }, { config: { ...config, enabled: false } }])
        await tools.fails('opencode_mcp_add', { name: 'broken', config, ...more }, 'ACCESS_DENIED');
      await tools.fails('opencode_mcp_enable', { name: 'present', enabled: true }, 'ACCESS_DENIED');
      const patch = { mcp: { patched: config } };
      await tools.fails('opencode_config_update', { scope: 'project', patch }, 'ACCESS_DENIED');
      expect(tools.read('opencode.jsonc')).toBe(before);
      expect(JSON.stringify(await tools.ok('opencode_mcp_list'))).not.toContain('broken');
      expect(await tools.ok('opencode_mcp_enable', { name: 'present', enabled: false })).toMatchObject({
        status: 'disabled',
      });
      const remote = { name: 'remote', config: { type: 'remote', url: 'http://127.0.0.1:9/mcp' }, persist: false };
      writeFiles(tools.world.project, { 'plugboard.policy.json': '{ "require": { "lock": true } }' });
      await tools.fails('opencode_mcp_add', remote, 'ACCESS_DENIED');
      const servers = { remote: { definition: definitionHash({ url: remote.config.url }) } };
      writeFiles(tools.world.project, { 'plugboard.lock': JSON.stringify({ version: 1, servers }) });
      await tools.ok('opencode_mcp_add', remote);
      writeFiles(tools.world.project, { 'plugboard.policy.json': '{}', 'opencode.jsonc': '{}\n' });
      await tools.ok('opencode_instance_reload');
    });
  });
}
