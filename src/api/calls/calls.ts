import { randomUUID } from 'node:crypto';
import { contentText } from '../../runtime/tools/content-text.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { ApiContext } from '../api-context.ts';
import type { CallEvent, CallRequest } from '../contract/tools.ts';
import { HttpError } from '../http-error.ts';
import { asCommand, asJsonRpc } from './as-text.ts';
import { callProblem } from './call-problem.ts';
import { checkTool, runCall } from './run-call.ts';
import { type UsableServer, usableServer } from './usable-server.ts';

/** The number of calls kept. */
const MOST_CALLS = 200;

interface Kept {
  event: CallEvent;
  readonly stop: AbortController;
}

export interface CallFilter {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}

/** Calls made from the page and their results. Events report progress; results have to be requested. */
export class Calls {
  readonly #api: ApiContext;
  readonly #kept = new Map<string, Kept>();

  constructor(api: ApiContext) {
    this.#api = api;
  }

  /** Starts a call, if it is allowed. */
  async start(request: CallRequest): Promise<string> {
    const server = await usableServer(this.#api, request.server);
    if (request.kind === 'tool') await checkTool(request, server);
    const id = randomUUID();
    const at = this.#api.host.now().toISOString();
    const asText = { asCommand: asCommand(request), asJsonRpc: asJsonRpc(request) };
    this.#kept.set(id, { event: { id, request, at, state: 'running', ...asText }, stop: new AbortController() });
    this.#forgetOldest();
    void this.#run(id, request, server);
    return id;
  }

  /** Newest first, without results. */
  list({ server, tool }: CallFilter): CallEvent[] {
    const events = Array.from(this.#kept.values(), ({ event }) => event).toReversed();
    return events
      .filter(({ request }) => server === undefined || request.server === server)
      .filter(({ request }) => tool === undefined || (request.kind === 'tool' && request.tool === tool))
      .map(withoutResult);
  }

  get(id: string): CallEvent {
    return this.#find(id).event;
  }

  cancel(id: string): void {
    this.#find(id).stop.abort(new Cancelled());
  }

  async #run(id: string, request: CallRequest, server: UsableServer): Promise<void> {
    const { stop } = this.#find(id);
    const since = performance.now();
    const { mask } = server.runtime;
    const { questions } = this.#api;
    const end = (change: Partial<CallEvent>): void =>
      this.#change(id, { ...change, ms: Math.round(performance.now() - since) });
    this.#change(id, {});
    try {
      const onProgress = (progress: CallEvent['progress']): void =>
        this.#change(id, { progress: maskDeep(progress, mask) as NonNullable<CallEvent['progress']> });
      const result = await runCall({ id, request, server, questions, stop, onProgress });
      end(outcomeOf(maskDeep(result, mask)));
    } catch (error) {
      if (error instanceof Cancelled) end({ state: 'cancelled' });
      else end({ state: 'failed', problem: maskDeep(callProblem(error), mask) });
    }
  }

  #change(id: string, change: Partial<CallEvent>): void {
    const kept = this.#kept.get(id);
    if (!kept) return;
    kept.event = { ...kept.event, ...change };
    this.#api.events.publish({ type: 'call', call: withoutResult(kept.event) });
  }

  #find(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept) return kept;
    throw new HttpError(404, { code: 'not-found', message: 'Call not found. Only recent calls are kept.' });
  }

  #forgetOldest(): void {
    const over = [...this.#kept].filter(([, { event }]) => event.state !== 'running');
    for (const [id] of over.slice(0, Math.max(0, this.#kept.size - MOST_CALLS))) this.#kept.delete(id);
  }
}

class Cancelled extends Error {}

function outcomeOf(result: Record<string, unknown>): Partial<CallEvent> {
  if (result['isError'] !== true) return { state: 'done', result };
  const message = contentText(result) || 'The tool failed without a message.';
  return { state: 'failed', result, problem: { code: 'tool-failed', message } };
}

/** Without the result, which can be large: events are kept for a while. */
function withoutResult({ result: _, ...event }: CallEvent): CallEvent {
  return event;
}
