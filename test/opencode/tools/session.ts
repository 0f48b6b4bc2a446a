import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startShareSite } from '../support/share-site.ts';
import type { ToolTester } from '../support/tool-tester.ts';

export function testSession(tools: ToolTester): void {
  describe('session', () => {
    it('opencode_session_get and opencode_session_update', async () => {
      const sessionId = await tools.session();
      expect(await tools.ok('opencode_session_update', { sessionId, title: 'Renamed', archived: true })).toMatchObject({
        title: 'Renamed',
        archived: true,
      });
      expect(await tools.ok('opencode_session_update', { sessionId, archived: false })).not.toHaveProperty('archived');
      const child = await tools.ok('opencode_session_create', { parentId: sessionId });
      const data = await tools.ok('opencode_session_get', { sessionId });
      expect(data).toMatchObject({ title: 'Renamed', children: [{ sessionId: child['sessionId'] }], todos: [] });
      await tools.fails('opencode_session_get', { sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
      await tools.fails('opencode_session_update', { sessionId }, 'INVALID_INPUT');
    });

    it('opencode_session_delete', async () => {
      const sessionId = await tools.session();
      expect(await tools.ok('opencode_session_delete', { sessionId })).toMatchObject({ deleted: true });
      await tools.fails('opencode_session_delete', { sessionId }, 'SESSION_NOT_FOUND');
    });

    it('opencode_session_fork', async () => {
      const { sessionId } = await tools.ok('opencode_run', { prompt: 'Remember' });
      const fork = await tools.ok('opencode_session_fork', { sessionId });
      const { messages } = await tools.ok('opencode_session_messages', { sessionId: fork['sessionId'] });
      expect(messages.at(-1)).toMatchObject({ role: 'user', text: 'Remember' });
      await tools.fails('opencode_session_fork', { sessionId, messageId: 'msg_nobody' }, 'MESSAGE_NOT_FOUND');
    });

    it('opencode_session_revert and opencode_session_unrevert', async () => {
      // A new one each time: what an earlier try left would not be part of this turn.
      const file = `back-${randomUUID()}.txt`;
      tools.writes('revert', file, 'b\n');
      const { sessionId, messageId } = await tools.ok('opencode_run', { prompt: '[[revert]]', access: 'full' });
      expect(existsSync(join(tools.world.project, file))).toBe(true);
      await tools.fails('opencode_session_unrevert', { sessionId }, 'INVALID_INPUT');
      await tools.fails('opencode_session_revert', { sessionId, messageId }, 'CONFIRMATION_REQUIRED');
      await tools.fails(
        'opencode_session_revert',
        { sessionId, messageId: 'msg_nobody', confirm: true },
        'MESSAGE_NOT_FOUND',
      );
      expect(await tools.ok('opencode_session_revert', { sessionId, messageId, confirm: true })).toMatchObject({
        revertedTo: messageId,
      });
      expect(existsSync(join(tools.world.project, file))).toBe(false);
      await tools.ok('opencode_session_unrevert', { sessionId });
      expect(tools.read(file)).toBe('b\n');
    });

    it('opencode_session_summarize', async () => {
      const { sessionId } = await tools.ok('opencode_run', { prompt: 'Long story' });
      expect(await tools.ok('opencode_session_summarize', { sessionId })).toMatchObject({ summarized: true });
      await tools.fails('opencode_session_summarize', { sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
    });

    it('opencode_session_share and opencode_session_unshare', async () => {
      const sessionId = await tools.session();
      await tools.fails('opencode_session_share', { sessionId }, 'UNSUPPORTED');
      const shared = await startShareSite();
      const patch = { share: 'manual', enterprise: { url: shared.url } };
      await tools.ok('opencode_config_update', { scope: 'project', patch });
      const { shareUrl } = await tools.ok('opencode_session_share', { sessionId });
      expect(shareUrl).toBe(shared.page);
      expect(await tools.ok('opencode_session_get', { sessionId })).toMatchObject({ shareUrl });
      expect(await tools.ok('opencode_session_unshare', { sessionId })).toEqual({ sessionId, unshared: true });
      expect(shared.requests).toContainEqual(expect.stringMatching(/^DELETE/));
      await tools.fails('opencode_session_unshare', { sessionId: tools.nobody }, 'SESSION_NOT_FOUND');
      await tools.ok('opencode_config_update', { scope: 'project', patch: { share: null, enterprise: null } });
      await shared.close();
    });

    it('opencode_session_command', async () => {
      const sessionId = await tools.session();
      const data = await tools.ok('opencode_session_command', { sessionId, command: 'review', arguments: 'the shop' });
      expect(data).toMatchObject({ status: 'completed' });
      const wrong = await tools.fails('opencode_session_command', { sessionId, command: 'reviw' }, 'COMMAND_NOT_FOUND');
      expect(wrong['suggestions'][0]).toBe('Did you mean review?');
    });

    it('opencode_session_shell', async () => {
      const sessionId = await tools.session();
      expect(
        await tools.ok('opencode_session_shell', { sessionId, command: 'echo shell', access: 'full' }),
      ).toMatchObject({
        answer: 'shell\n',
        exitCode: 0,
      });
      expect(
        await tools.ok('opencode_session_shell', { sessionId, command: 'echo no; exit 3', access: 'full' }),
      ).toMatchObject({ answer: 'no\n', exitCode: 3 });
      await tools.fails('opencode_session_shell', { sessionId, command: 'echo shell' }, 'INVALID_INPUT');
    });
  });
}
