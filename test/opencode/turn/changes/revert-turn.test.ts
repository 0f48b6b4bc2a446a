import { expect, it } from 'vitest';
import { revertTurn } from '../../../../src/opencode/turn/changes/revert-turn.ts';
import type { Api } from '../../../../src/opencode/upstream/api.ts';

/** An OpenCode that has recorded a new file only when it is asked to revert for the given time, or never. */
function recordingLate(when: number): { api: Api; reverts(): number } {
  let reverts = 0;
  const state = {
    status: 'completed',
    input: { filePath: '/p/a.txt' },
    metadata: { exists: false, filepath: '/p/a.txt' },
  };
  const messages = [
    { info: { id: 'msg_1' }, parts: [] },
    { info: { id: 'msg_2' }, parts: [{ id: 'prt_1', type: 'tool', tool: 'write', state }] },
  ];
  const answers: Record<string, () => unknown> = {
    '/session/ses_1/message': () => messages,
    '/session/ses_1/diff': () => [],
    '/project/current': () => ({ vcs: 'git' }),
    '/config': () => ({}),
    '/path': () => ({ worktree: '/p' }),
    '/file': () => (reverts < when ? [{ name: 'a.txt', ignored: false }] : []),
  };
  const api = {
    directory: '/p',
    get: async (path: string) => answers[path]?.(),
    post: async () => ({ id: 'ses_1', n: (reverts += 1) }),
  };
  return { api: api as unknown as Api, reverts: () => reverts };
}

it('reverts again until a file that the turn created is gone', async () => {
  const { api, reverts } = recordingLate(3);
  expect(await revertTurn(api, 'ses_1', 'msg_1')).toMatchObject({ notReverted: [] });
  expect(reverts()).toBe(3);
});

it('names a created file that stays', async () => {
  const { api } = recordingLate(Number.POSITIVE_INFINITY);
  expect(await revertTurn(api, 'ses_1', 'msg_1')).toMatchObject({ notReverted: ['a.txt'] });
});
