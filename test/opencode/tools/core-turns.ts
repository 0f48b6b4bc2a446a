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
      const variant = { prompt: 'x', model: 'stand-in/varied', variant: 'hihg' };
      const near = await tools.fails('opencode_run', variant, 'INVALID_INPUT');
      expect(near['suggestions'][0]).toBe('Did you mean high?');
      const provider = await tools.fails('opencode_run', { prompt: 'x', model: 'standin/xyz' }, 'MODEL_NOT_FOUND');
      expect(provider['suggestions'][0]).toContain('stand-in');
      await tools.fails('opencode_run', { prompt: 'x', sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
      await tools.fails('opencode_run', {}, 'INVALID_INPUT');
    });

    it('opencode_session_create', async () => {
      const data = await tools.ok('opencode_session_create', { title: 'Plans', agent: 'plan', access: 'read-only' });
      expect(data).toMatchObject({ title: 'Plans', directory: tools.world.project });
      const agent = await tools.fails('opencode_session_create', { agent: 'plann' }, 'AGENT_NOT_FOUND');
      expect(agent['suggestions'][0]).toContain('plan');
      const chosen = await tools.ok('opencode_session_create', { agent: 'plan', model: 'stand-in/two' });
      const { sessionId } = chosen;
      const first = await tools.ok('opencode_session_prompt', { sessionId, prompt: 'Who are you?' });
      expect(first).toMatchObject({ agent: 'plan', model: 'stand-in/two' });
      const other = { sessionId, prompt: 'And now?', agent: 'build', model: 'stand-in/one' };
      expect(await tools.ok('opencode_session_prompt', other)).toMatchObject({ agent: 'build', model: 'stand-in/one' });
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
      const elsewhere = { sessionId, prompt: 'x', directory: tools.world.newProject() };
      const wrong = await tools.fails('opencode_session_prompt', elsewhere, 'INVALID_INPUT');
      expect(wrong['error']).toContain(`works in ${tools.world.project}`);
      const here = { sessionId, prompt: 'Here', directory: tools.world.project };
      expect(await tools.ok('opencode_session_prompt', here)).toMatchObject({ answer: 'You said: Here' });
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
