import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolTester } from '../support/tool-tester.ts';
import { apiKey, writeFiles } from '../support/world.ts';

export function testConfig(tools: ToolTester): void {
  describe('config', () => {
    const settings = '// Mine.\n{\n  // Who I am\n  "username": "me", // really\n}\n';

    it('opencode_config_get', async () => {
      const text = JSON.stringify(await tools.ok('opencode_config_get'));
      expect(text).toContain('stand-in');
      expect(text).not.toContain(apiKey);
      await tools.fails('opencode_config_get', { path: 'nothing.here' }, 'CONFIG_INVALID');
      const near = await tools.fails('opencode_config_get', { path: 'provider.standin.name' }, 'CONFIG_INVALID');
      expect(near['suggestions'][0]).toBe('Did you mean stand-in?');
    });

    it('opencode_config_update keeps comments, and OpenCode takes it up', async () => {
      writeFiles(tools.world.project, { 'opencode.jsonc': settings });
      const data = await tools.ok('opencode_config_update', {
        scope: 'project',
        patch: { username: 'you', snapshot: true },
      });
      expect(data).toMatchObject({
        before: { username: 'me', snapshot: null },
        after: { username: 'you', snapshot: true },
        effective: 'now',
      });
      expect(tools.read('opencode.jsonc')).toBe(
        '// Mine.\n{\n  // Who I am\n  "username": "you", // really\n  "snapshot": true,\n}\n',
      );
      expect(await tools.ok('opencode_config_get', { path: 'username' })).toEqual({ path: 'username', config: 'you' });
      await tools.ok('opencode_config_update', { scope: 'project', patch: { snapshot: null } });
      expect(tools.read('opencode.jsonc')).not.toContain('snapshot');
      const wrong = await tools.fails(
        'opencode_config_update',
        { scope: 'project', patch: { usrname: 'x' } },
        'CONFIG_INVALID',
      );
      expect(wrong['suggestions'][0]).toContain('username');
      await tools.fails('opencode_config_update', { scope: 'project', patch: { username: 5 } }, 'CONFIG_INVALID');
    });

    it('opencode_model_configure reaches the model', async () => {
      const options = { reasoningEffort: 'high' };
      await tools.ok('opencode_model_configure', { provider: 'stand-in', model: 'two', options });
      await tools.ok('opencode_run', { prompt: 'Think hard', model: 'stand-in/two' });
      expect(tools.world.model.requests.findLast(({ tools }) => tools)).toMatchObject({
        model: 'two',
        reasoning_effort: 'high',
      });
      await tools.fails(
        'opencode_model_configure',
        { provider: 'stand-in', model: 'three', options },
        'MODEL_NOT_FOUND',
      );
    });

    it('opencode_provider_list, opencode_auth_set and opencode_auth_remove', async () => {
      const { providers } = await tools.ok('opencode_provider_list', { connected: true });
      expect(providers).toMatchObject([{ provider: 'stand-in', connected: true, models: 3 }]);
      const key = 'sk-very-secret-key-0123456789';
      const unknown = await tools.fails('opencode_auth_set', { provider: 'stand-inn', key }, 'PROVIDER_NOT_FOUND');
      expect(unknown['suggestions'][0]).toContain('stand-in');
      expect(JSON.stringify(await tools.ok('opencode_auth_set', { provider: 'stand-in', key }))).not.toContain(key);
      expect(readFileSync(join(tools.world.home, '.local/share/opencode/auth.json'), 'utf8')).toContain(key);
      await tools.ok('opencode_auth_remove', { provider: 'stand-in' });
      expect(readFileSync(join(tools.world.home, '.local/share/opencode/auth.json'), 'utf8')).not.toContain(key);
      expect(tools.server.lines.join('')).not.toContain(key);
      await tools.fails('opencode_provider_list', { limit: -1 }, 'INVALID_INPUT');
      await tools.fails('opencode_auth_set', { provider: 'elsewhere', key: '' }, 'INVALID_INPUT');
      await tools.fails('opencode_auth_remove', { provider: 'else/where' }, 'INVALID_INPUT');
    });

    it('opencode_permission_set is obeyed', async () => {
      await tools.ok('opencode_permission_set', { tool: 'bash', action: 'deny' });
      await tools.ok('opencode_run', { prompt: 'Which tools?' });
      expect(offered()).not.toContain('bash');
      const data = await tools.ok('opencode_permission_set', { tool: 'bash', pattern: 'git *', action: 'allow' });
      expect(data['after']).toEqual({ permission: { bash: { '*': 'deny', 'git *': 'allow' } } });
      await tools.ok('opencode_permission_set', { tool: 'bash', action: 'allow' });
      await tools.fails('opencode_permission_set', { tool: 'bash', action: 'perhaps' }, 'INVALID_INPUT');
      const wrong = await tools.fails('opencode_permission_set', { tool: 'bahs', action: 'ask' }, 'INVALID_INPUT');
      expect(wrong['suggestions'][0]).toContain('bash');
    });

    it('opencode_tool_configure takes a tool away from the model', async () => {
      await tools.ok('opencode_tool_configure', { tools: { webfetch: false } });
      await tools.ok('opencode_run', { prompt: 'Which tools?' });
      expect(offered()).toContain('read');
      expect(offered()).not.toContain('webfetch');
      const wrong = { tools: { webfetch: false }, agent: 'nobody' };
      await tools.fails('opencode_tool_configure', wrong, 'AGENT_NOT_FOUND');
      await tools.fails('opencode_tool_configure', { tools: { webfech: false } }, 'INVALID_INPUT');
    });

    it('for all projects: the file for all is changed, and taken up', async () => {
      const data = await tools.ok('opencode_config_update', { scope: 'global', patch: { instructions: ['NOTES.md'] } });
      expect(data['file']).toBe(join(tools.world.home, '.config/opencode/opencode.jsonc'));
      expect(data['effective']).toMatch(/^now/);
      expect(readFileSync(data['file'], 'utf8')).toContain('// Settings for all projects.');
      const { config } = await tools.ok('opencode_config_get', { path: 'instructions' });
      expect(config).toEqual(['NOTES.md']);
    });
  });

  /** Names of the tools that OpenCode has given the model last. */
  const offered = (): (string | undefined)[] =>
    tools.world.model.requests.findLast((request) => request.tools)?.tools?.map((one) => one.function.name) ?? [];
}
