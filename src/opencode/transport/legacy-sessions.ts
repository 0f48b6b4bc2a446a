import { randomUUID } from 'node:crypto';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

interface LegacySession {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  used: number;
}

/** Clients that disconnect silently leave their session behind. */
const mostSessions = 200;

/**
 * Serves clients of protocols before 2026-07-28 with a session: without one the server could not send them requests.
 */
export class LegacySessions {
  readonly #build: () => McpServer;
  readonly #sessions = new Map<string, LegacySession>();

  constructor(build: () => McpServer) {
    this.#build = build;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    if (!session) return refusal(404, -32_001, 'Session not found');
    session.used = Date.now();
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  /** The transport rejects anything but initialize, and its server is discarded. */
  async #begin(request: Request): Promise<Response> {
    const server = this.#build();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { server, transport, used: Date.now() });
        this.#forgetOldest();
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #forgetOldest(): void {
    if (this.#sessions.size <= mostSessions) return;
    const [oldest] = [...this.#sessions].toSorted(([, a], [, b]) => a.used - b.used);
    if (!oldest) return;
    this.#sessions.delete(oldest[0]);
    void oldest[1].server.close();
  }
}

export function refusal(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
