import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { ApiContext } from '../../../src/api/api-context.ts';
import { createApp } from '../../../src/api/app.ts';
import type { ApiEvent } from '../../../src/api/contract/events.ts';
import { createApiContext } from '../../../src/api/create-api-context.ts';
import { createAccess } from '../../../src/api/security/access.ts';
import { cookieName } from '../../../src/api/security/sessions.ts';
import type { Host } from '../../../src/model/host.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

const PORT = 4711;

export interface Answer {
  readonly status: number;
  readonly text: string;
  // oxlint-disable-next-line no-explicit-any -- each test knows what it asked for.
  readonly body: any;
}

/** The whole interface over a home of its own, as a browser that is signed in sees it. */
export class Page {
  readonly home: string;
  readonly project: string;
  readonly host: Host;
  readonly context: ApiContext;
  readonly events: ApiEvent[] = [];
  /** Everything that was answered or told so far. */
  readonly replies: string[] = [];
  readonly #app: ReturnType<typeof createApp>;
  readonly #cookie: string;

  constructor(env: Record<string, string> = {}, home = mkdtempSync(join(homedir(), 'page-'))) {
    this.home = home;
    this.project = join(home, 'work');
    mkdirSync(this.project, { recursive: true });
    const own = { PATH: process.env['PATH'] ?? '', HOME: this.home, PLUGBOARD_HOME: join(this.home, 'own'), ...env };
    this.host = { ...nodeHost(), home: this.home, cwd: this.project, env: own };
    this.context = createApiContext(this.host);
    this.context.events.subscribe((event) => {
      this.events.push(event);
      this.replies.push(JSON.stringify(event));
    });
    const access = createAccess('not asked for here', { port: PORT, url: `http://127.0.0.1:${PORT}` });
    this.#app = createApp({ api: this.context, access, webRoot: this.home });
    this.#cookie = `${cookieName(PORT)}=${access.sessions.open()}`;
    onTestFinished(() => this.context.close());
  }

  path(name: string): string {
    return join(this.home, name);
  }

  write(name: string, content: unknown): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`);
    return path;
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  json(name: string): unknown {
    return JSON.parse(this.read(name));
  }

  async get(path: string): Promise<Answer> {
    return this.#ask(path, { method: 'GET' });
  }

  async post(path: string, body: unknown = {}): Promise<Answer> {
    return this.#ask(path, { method: 'POST', body: JSON.stringify(body) });
  }

  async del(path: string): Promise<Answer> {
    return this.#ask(path, { method: 'DELETE' });
  }

  /** Settles with the first such event, which may have come already. */
  async event<E extends ApiEvent>(matches: (event: ApiEvent) => event is E): Promise<E>;
  async event(matches: (event: ApiEvent) => boolean): Promise<ApiEvent>;
  async event(matches: (event: ApiEvent) => boolean): Promise<ApiEvent> {
    const known = this.events.find(matches);
    if (known) return known;
    return new Promise((resolve) => {
      const stop = this.context.events.subscribe((event) => {
        if (!matches(event)) return;
        stop();
        resolve(event);
      });
    });
  }

  async #ask(path: string, init: { readonly method: string; readonly body?: string }): Promise<Answer> {
    const headers = {
      host: `127.0.0.1:${PORT}`,
      cookie: this.#cookie,
      'x-plugboard': '1',
      ...(init.body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(init.body.length),
      }),
    };
    const answer = await this.#app.request(`http://127.0.0.1:${PORT}/api/${path}`, { ...init, headers });
    const text = await answer.text();
    this.replies.push(text);
    return { status: answer.status, text, body: text === '' ? undefined : JSON.parse(text) };
  }
}

/** A real server for tests, and what it needs to be started. */
export const oddServer = fileURLToPath(new URL('../../runtime/tools/servers/odd-server.mjs', import.meta.url));
