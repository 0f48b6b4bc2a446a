import type { ServerContext } from '@modelcontextprotocol/server';

const minInterval = 1000;
/** Clients time out calls that send nothing for too long. */
const heartbeat = 10_000;

export interface Progress {
  report(message: string): void;
  /** Resolves when everything is sent: clients discard progress that arrives after the result. */
  close(): Promise<void>;
}

/** Reports progress to a client that asked for it, throttled and with a keep-alive. */
export function makeProgress({ mcpReq }: ServerContext): Progress {
  // oxlint-disable-next-line no-underscore-dangle -- the protocol defines the name.
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
      const wait = last + minInterval - Date.now();
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
