import type { BrowserContext, Page } from 'playwright-core';

/** Every text that the server has sent to pages. */
export interface Replies {
  /** Waits for those that are still under way. */
  all(): Promise<readonly Reply[]>;
  stop(): void;
}

export interface Reply {
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

/** Listens to a page, and to the events beside it: a browser does not give away what a stream has brought so far. */
export async function collectReplies(context: BrowserContext, page: Page, url: string): Promise<Replies> {
  const replies: Promise<Reply | undefined>[] = [];
  page.on('response', (response) => {
    const { pathname, search, origin } = new URL(response.url());
    if (origin !== url || pathname === '/api/events' || !pathname.startsWith('/api/')) return;
    const read = response.text().then(
      (text) => ({ path: `${response.request().method()} ${pathname}${search}`, status: response.status(), text }),
      // Of a page that was left before the answer came.
      () => undefined,
    );
    replies.push(read);
  });
  const cookies = await context.cookies(url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const stopping = new AbortController();
  const { body } = await fetch(`${url}/api/events`, { headers: { cookie }, signal: stopping.signal });
  const events = { path: 'GET /api/events', status: 200, text: '' };
  void read(body, (text) => {
    events.text += text;
  });
  return {
    all: async () => [...(await Promise.all(replies)).filter((reply) => reply !== undefined), { ...events }],
    stop: () => stopping.abort(),
  };
}

async function read(body: ReadableStream<Uint8Array> | null, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const bytes of body ?? []) onText(decoder.decode(bytes, { stream: true }));
  } catch {
    // The server has ended, or the reader has left.
  }
}
