import { type Answers, type RawClient, rawClient, type WireMessage } from './raw-client.ts';

export interface HttpPlace {
  readonly url: string;
  readonly token: string;
}

/**
 * A client of the older era over Streamable HTTP: posts each message, reads answers and streams, and listens to the
 * session's own stream as soon as there is a session.
 */
export function httpClient(
  { url, token }: HttpPlace,
  answers?: Answers,
): RawClient & { session(): string | undefined } {
  const end = new AbortController();
  let session: string | undefined;
  const headers = (): Record<string, string> => ({
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
  });
  const client = rawClient((take, lost) => {
    const listen = async (): Promise<void> => {
      const stream = await fetch(url, { headers: { ...headers(), accept: 'text/event-stream' }, signal: end.signal });
      quietly(readEvents(stream, take));
    };
    // Ended by `close`, or by the gateway, which the next request then shows.
    const quietly = (reading: Promise<void>): void => void reading.catch(() => {});
    return {
      send: async (message) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: headers(),
          body: JSON.stringify(message),
          signal: end.signal,
        });
        if (!response.ok && !response.headers.get('content-type')?.includes('json')) lost(`HTTP ${response.status}`);
        const id = response.headers.get('mcp-session-id');
        if (id !== null && session === undefined) session = id;
        if (message.method === 'notifications/initialized') await listen();
        const type = response.headers.get('content-type') ?? '';
        if (type.includes('event-stream')) quietly(readEvents(response, take));
        else if (type.includes('json')) take((await response.json()) as WireMessage);
        else await response.body?.cancel();
      },
      close: async () => {
        if (session !== undefined) await fetch(url, { method: 'DELETE', headers: headers() });
        end.abort();
      },
    };
  }, answers);
  return { ...client, session: () => session };
}

async function readEvents(response: Response, take: (message: WireMessage) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const lines = event.split('\n').filter((line) => line.startsWith('data:'));
      const data = lines.map((line) => line.slice(5).trim()).join('\n');
      if (data) take(JSON.parse(data) as WireMessage);
    }
  }
}
