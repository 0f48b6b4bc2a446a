import type { ServerContext } from '@modelcontextprotocol/server';

const atMostEvery = 1000;
/** Clients end calls that are silent for too long. */
const heartbeat = 10_000;

export interface Progress {
  report(message: string): void;
  /** Returns when everything is sent: what comes after the answer is thrown away. */
  close(): Promise<void>;
}

/** Tells a client how far its call is, if it wants to know: not too often, and not too seldom. */
export function makeProgress({ mcpReq }: ServerContext): Progress {
  // oxlint-disable-next-line no-underscore-dangle -- the name is the protocol's.
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { report: () => undefined, close: async () => undefined };
  let sent = 0;
  let message = 'working';
  let last = 0;
  let pending: Promise<void> = Promise.resolve();
  let held: NodeJS.Timeout | undefined;
  const send = (): void => {
    clearTimeout(held);
    held = undefined;
    last = Date.now();
    sent += 1;
    const params = { progressToken, progress: sent, message };
    pending = mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const beat = setInterval(send, heartbeat);
  return {
    report(next) {
      message = next;
      const wait = last + atMostEvery - Date.now();
      if (wait <= 0) send();
      else held ??= setTimeout(send, wait);
    },
    async close() {
      clearInterval(beat);
      clearTimeout(held);
      await pending;
    },
  };
}
