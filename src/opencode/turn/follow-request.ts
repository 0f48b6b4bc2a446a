import { ToolFailure } from '../failure.ts';
import type { Data, ToolCall } from '../tools/tool.ts';
import type { Api } from '../upstream/api.ts';
import { lookAgain } from '../upstream/events.ts';
import type { Message } from '../upstream/types.ts';
import { abortTurn } from './abort.ts';
import { turnFailure, unfinished } from './outcome.ts';
import { familyOf, pendingRequests } from './requests.ts';

const pollInterval = 5000;

/**
 * Follows a request that OpenCode answers only when the work is done. The work continues after the call stops waiting,
 * and permissions and questions are passed on at once.
 */
export async function followRequest(
  call: ToolCall,
  api: Api,
  sessionId: string,
  work: Promise<Message>,
  waitSeconds: number,
): Promise<Message | Data> {
  const deadline = Date.now() + waitSeconds * 1000;
  let wake = (): void => undefined;
  const stop = await call.app.events.listen(api, (event) => {
    if (event.type.endsWith('.asked') || event === lookAgain) wake();
  });
  const cancel = (): void => wake();
  call.signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<undefined>((settle) => {
        const done = (): void => settle(undefined);
        timer = setTimeout(done, Math.min(pollInterval, Math.max(0, deadline - Date.now())));
        wake = done;
      });
      const reply = await Promise.race([work, pause]);
      clearTimeout(timer);
      if (reply?.info.error) throw turnFailure(sessionId, reply.info.error);
      if (reply) return reply;
      if (call.signal.aborted) return await canceled(api, sessionId);
      const requests = await pendingRequests(api, await familyOf(api, sessionId));
      if (requests.length > 0) return unfinished(sessionId, { kind: 'waiting', requests }, call.room);
      if (Date.now() >= deadline) return unfinished(sessionId, { kind: 'running', idle: false }, call.room);
      call.progress('working');
    }
  } finally {
    call.signal.removeEventListener('abort', cancel);
    stop();
    // After the call has returned, a failure has no recipient.
    work.catch(() => undefined);
  }
}

async function canceled(api: Api, sessionId: string): Promise<never> {
  await abortTurn(api, sessionId);
  throw new ToolFailure('ABORTED', 'The call was canceled and its work stopped.', ['The session is kept.'], {
    sessionId,
  });
}

export function isMessage(result: Message | Data): result is Message {
  return 'info' in result && 'parts' in result;
}
