import { expect, it } from 'vitest';
import { turnDiff } from '../../../../src/opencode/turn/changes/turn-diff.ts';
import type { Api } from '../../../../src/opencode/upstream/api.ts';
import type { FileDiff, Message } from '../../../../src/opencode/upstream/types.ts';

const change = { file: 'a.txt', additions: 1, deletions: 0 } as FileDiff;
const info = { id: 'msg_2', sessionID: 'ses_1', role: 'assistant', time: { created: 0 } } as const;
const reply = (type: string): Message => ({ info, parts: [{ id: 'prt_1', type }] });

/** An OpenCode that knows of the change when it is asked for the third time. */
function slow(): { api: Pick<Api, 'get'>; asked(): number } {
  let count = 0;
  const get = async (): Promise<unknown> => ((count += 1) < 3 ? [] : [change]);
  return { api: { get } as Pick<Api, 'get'>, asked: () => count };
}

it('waits for changes that are known to be there', async () => {
  const { api, asked } = slow();
  expect(await turnDiff(api, 'ses_1', 'msg_1', [reply('text'), reply('patch')])).toEqual([change]);
  expect(asked()).toBe(3);
});

it('asks once where nothing was changed', async () => {
  const { api, asked } = slow();
  expect(await turnDiff(api, 'ses_1', 'msg_1', [reply('text')])).toEqual([]);
  expect(asked()).toBe(1);
});
