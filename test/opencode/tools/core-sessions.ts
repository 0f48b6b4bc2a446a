import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolTester } from '../support/tool-tester.ts';

export function testCoreSessions(tools: ToolTester): void {
  describe('core: sessions', () => {
    it('opencode_session_messages', async () => {
      tools.writes('write', 'new.txt', 'one\ntwo\n');
      const { sessionId } = await tools.ok('opencode_run', { prompt: '[[write]]', access: 'full' });
      const { messages } = await tools.ok('opencode_session_messages', { sessionId, detail: 'full' });
      expect(messages[0]).toMatchObject({ role: 'assistant', text: 'Written.' });
      expect(messages[1]['tools']).toMatchObject([{ tool: 'write', status: 'completed' }]);
      const first = await tools.ok('opencode_session_messages', { sessionId, limit: 1 });
      const second = await tools.ok('opencode_session_messages', { sessionId, limit: 2, cursor: first['nextCursor'] });
      expect(second['messages'].map(({ role }: { role: string }) => role)).toEqual(['assistant', 'user']);
      expect(second['nextCursor']).toBeUndefined();
      await tools.fails('opencode_session_messages', { sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
      await tools.fails('opencode_session_messages', { sessionId, cursor: 'made-up' }, 'INVALID_INPUT');
    });

    it('opencode_session_diff', async () => {
      tools.writes('edit', 'diff.txt', 'x\n');
      const { sessionId, messageId } = await tools.ok('opencode_run', { prompt: '[[edit]]', access: 'full' });
      const data = await tools.ok('opencode_session_diff', { sessionId, view: 'patch' });
      expect(data).toMatchObject({ messageId, files: [{ file: 'diff.txt', additions: 1 }] });
      expect(data['patch']).toContain('+x');
      await tools.fails('opencode_session_diff', { sessionId, messageId: 'msg_nobody' }, 'MESSAGE_NOT_FOUND');
    });

    it('opencode_session_list', async () => {
      await tools.ok('opencode_session_create', { title: 'Findable' });
      const { sessions } = await tools.ok('opencode_session_list', { search: 'Findable' });
      expect(sessions).toMatchObject([{ title: 'Findable' }]);
      const page = await tools.ok('opencode_session_list', { limit: 1 });
      const next = await tools.ok('opencode_session_list', { limit: 1, cursor: page['nextCursor'] });
      expect(next['sessions'][0]['sessionId']).not.toBe(page['sessions'][0]['sessionId']);
      await tools.fails('opencode_session_list', { limit: 0 }, 'INVALID_INPUT');
    });

    it('opencode_session_abort', async () => {
      tools.world.model.script('hang', { hang: true });
      const { sessionId } = await tools.ok('opencode_run', { prompt: '[[hang]]', waitSeconds: 0 });
      expect(await tools.ok('opencode_session_abort', { sessionId })).toMatchObject({ stopped: true });
      const { sessions } = await tools.ok('opencode_session_status', { sessionIds: [sessionId], waitSeconds: 20 });
      expect(['aborted', 'idle']).toContain(sessions[0]['status']);
      await tools.fails('opencode_session_abort', { sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
    });

    it('opencode_request_list and opencode_request_reply', async () => {
      tools.world.model.script(
        'shell',
        { tool: 'bash', arguments: { command: 'echo asked > asked.txt', description: 'Write' } },
        { text: 'Asked.' },
      );
      const { sessionId, status, requests } = await tools.ok('opencode_run', { prompt: '[[shell]]', access: 'ask' });
      expect(status).toBe('waiting_input');
      expect(await tools.ok('opencode_request_list', { sessionId })).toEqual({ requests });
      expect(existsSync(join(tools.world.project, 'asked.txt'))).toBe(false);
      const [{ requestId }] = requests;
      await tools.fails('opencode_request_reply', { requestId }, 'INVALID_INPUT');
      await tools.ok('opencode_request_reply', { requestId, reply: 'once' });
      const { sessions } = await tools.ok('opencode_session_status', { sessionIds: [sessionId], waitSeconds: 60 });
      expect(sessions[0]).toMatchObject({ status: 'completed', answer: 'Asked.' });
      expect(tools.read('asked.txt')).toBe('asked\n');
      await tools.fails('opencode_request_reply', { requestId, reply: 'once' }, 'REQUEST_NOT_FOUND');
      await tools.fails('opencode_request_list', { sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
    });
  });
}
