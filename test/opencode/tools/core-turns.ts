import { describe, expect, it } from 'vitest';
import type { ToolTester } from '../support/tool-tester.ts';

export function testCoreTurns(tools: ToolTester): void {
  describe('core: turns', () => {
    it('opencode_status', async () => {
      const data = await tools.ok('opencode_status');
      expect(data).toMatchObject({
        healthy: true,
        version: '1.18.33',
        directory: tools.world.project,
        providers: ['stand-in'],
      });
      expect(data['server']['mode']).toBe('managed');
      await tools.fails('opencode_status', { directory: '/no/such/directory' }, 'DIRECTORY_INVALID');
      await tools.fails('opencode_status', { directory: 'relative' }, 'DIRECTORY_INVALID');
      await tools.fails('opencode_status', { surprise: 1 }, 'INVALID_INPUT');
    });

    it('opencode_run', async () => {
      tools.writes('write', 'new.txt', 'one\ntwo\n');
      const data = await tools.ok('opencode_run', { prompt: '[[write]]', title: 'Write', access: 'edit' });
      expect(data).toMatchObject({ status: 'completed', answer: 'Written.', model: 'stand-in/one' });
      expect(data['filesChanged']).toEqual([{ file: 'new.txt', status: 'added', additions: 2, deletions: 0 }]);
      expect(tools.read('new.txt')).toBe('one\ntwo\n');
      const wrong = await tools.fails('opencode_run', { prompt: 'x', model: 'stand-in/onne' }, 'MODEL_NOT_FOUND');
      expect(wrong['suggestions'][0]).toContain('stand-in/one');
      const agent = await tools.fails('opencode_run', { prompt: 'x', agent: 'nobody' }, 'AGENT_NOT_FOUND');
      expect(agent['suggestions'][0]).toContain('build');
      await tools.fails('opencode_run', { prompt: 'x', files: ['nowhere.txt'] }, 'FILE_NOT_FOUND');
      await tools.fails('opencode_run', { prompt: 'x', variant: 'hihg' }, 'INVALID_INPUT');
      await tools.fails('opencode_run', { prompt: 'x', sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
      await tools.fails('opencode_run', {}, 'INVALID_INPUT');
    });

    it('opencode_session_create', async () => {
      const data = await tools.ok('opencode_session_create', { title: 'Plans', agent: 'plan', access: 'read-only' });
      expect(data).toMatchObject({ title: 'Plans', directory: tools.world.project });
      await tools.fails('opencode_session_create', { agent: 'nobody' }, 'AGENT_NOT_FOUND');
      await tools.fails('opencode_session_create', { parentId: tools.nobody }, 'SESSION_NOT_FOUND');
    });

    it('opencode_session_prompt', async () => {
      const sessionId = await tools.session();
      expect(await tools.ok('opencode_session_prompt', { sessionId, prompt: 'First' })).toMatchObject({
        answer: 'You said: First',
      });
      expect(await tools.ok('opencode_session_prompt', { sessionId, prompt: 'Quietly', noReply: true })).toMatchObject({
        status: 'accepted',
      });
      expect(await tools.ok('opencode_session_prompt', { sessionId, prompt: 'Second' })).toMatchObject({
        answer: 'You said: Second',
      });
      const asked = tools.world.model.requests.at(-1)?.messages.filter(({ role }) => role === 'user');
      expect(JSON.stringify(asked)).toMatch(/First.*Quietly.*Second/);
      await tools.fails('opencode_session_prompt', { sessionId: tools.nobody, prompt: 'x' }, 'SESSION_NOT_FOUND');
      await tools.fails('opencode_session_prompt', { sessionId: 'abc', prompt: 'x' }, 'INVALID_INPUT');
    });

    it('opencode_session_status', async () => {
      const { sessionId } = await tools.ok('opencode_run', { prompt: 'Soon', waitSeconds: 0 });
      const data = await tools.ok('opencode_session_status', { sessionIds: [sessionId], waitSeconds: 60 });
      expect(data['sessions']).toMatchObject([{ sessionId, status: 'completed', answer: 'You said: Soon' }]);
      await tools.fails('opencode_session_status', { sessionIds: [tools.nobody] }, 'SESSION_NOT_FOUND');
    });
  });
}
