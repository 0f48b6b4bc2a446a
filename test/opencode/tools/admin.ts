import { describe, expect, it } from 'vitest';
import type { ToolTester } from '../support/tool-tester.ts';

export function testAdmin(tools: ToolTester): void {
  describe('admin', () => {
    it('opencode_tool_list and opencode_command_list', async () => {
      const listed = await tools.ok('opencode_tool_list');
      expect(listed['tools'].map(({ name }: { name: string }) => name)).toContain('bash');
      expect((await tools.ok('opencode_command_list', { search: 'review' }))['commands']).toMatchObject([
        { name: 'review' },
      ]);
      await tools.fails('opencode_tool_list', { model: 'stand-in/none' }, 'MODEL_NOT_FOUND');
      await tools.fails('opencode_command_list', { limit: 0 }, 'INVALID_INPUT');
    });

    it('opencode_instance_reload', async () => {
      expect(await tools.ok('opencode_instance_reload')).toMatchObject({ reloaded: true });
      await tools.fails('opencode_instance_reload', { directory: '/no/such' }, 'DIRECTORY_INVALID');
      tools.world.model.script('reloaded', { hang: true });
      const { sessionId } = await tools.ok('opencode_run', { prompt: '[[reloaded]]', waitSeconds: 0 });
      await tools.fails('opencode_instance_reload', {}, 'CONFIRMATION_REQUIRED');
      await tools.ok('opencode_session_abort', { sessionId });
    });

    it('opencode_tui and opencode_log_write', async () => {
      expect(await tools.ok('opencode_tui', { action: 'show-toast', text: 'Hello' })).toMatchObject({ sent: true });
      await tools.fails('opencode_tui', { action: 'append-prompt' }, 'INVALID_INPUT');
      await tools.fails('opencode_tui', { action: 'select-session', sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
      expect(await tools.ok('opencode_log_write', { message: 'Here' })).toEqual({ written: true });
      await tools.fails('opencode_log_write', { message: '' }, 'INVALID_INPUT');
    });

    it('opencode_toolset_list and opencode_toolset_enable', async () => {
      const changed = tools.server.peer.upcoming('notifications/tools/list_changed');
      await tools.ok('opencode_toolset_enable', { toolset: 'mcp', enabled: false });
      await changed;
      const listed = (await tools.server.peer.request('tools/list')) as { tools: { name: string }[] };
      expect(listed.tools.map(({ name }) => name)).not.toContain('opencode_mcp_add');
      const { toolsets } = await tools.ok('opencode_toolset_list');
      expect(toolsets).toContainEqual(expect.objectContaining({ toolset: 'mcp', enabled: false }));
      await tools.fails('opencode_toolset_enable', { toolset: 'nothing' }, 'INVALID_INPUT');
      await tools.fails('opencode_toolset_list', { more: true }, 'INVALID_INPUT');
    });
  });
}
