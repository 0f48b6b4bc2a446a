import { randomUUID } from 'node:crypto';
import { contentText } from '../../runtime/tools/content-text.ts';
import { maskDeep } from '../../runtime/values/mask-deep.ts';
import type { CallEvent, CallRequest } from '../contract/tools.ts';
import type { Desk } from '../desk.ts';
import { Refusal } from '../refusal.ts';
import { asCommand, asJsonRpc } from './as-text.ts';
import { callProblem } from './call-problem.ts';
import { checkTool, runCall } from './run-call.ts';
import { type UsableServer, usableServer } from './usable-server.ts';

/** How many calls are remembered. */
const MOST_CALLS = 200;

interface Kept {
  event: CallEvent;
  readonly stop: AbortController;
}

export interface CallFilter {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}

/** What was called from the page, and what became of it. Events tell how it goes; the result has to be asked for. */
export class Calls {
  readonly #desk: Desk;
  readonly #kept = new Map<string, Kept>();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Begins a call, if it may be made at all. */
  async start(request: CallRequest): Promise<string> {
    const server = await usableServer(this.#desk, request.server);
    if (request.kind === 'tool') await checkTool(request, server);
    const id = randomUUID();
    const at = this.#desk.host.now().toISOString();
    const asText = { asCommand: asCommand(request), asJsonRpc: asJsonRpc(request) };
    this.#kept.set(id, { event: { id, request, at, state: 'running', ...asText }, stop: new AbortController() });
    this.#forgetOldest();
    void this.#run(id, request, server);
    return id;
  }

  /** The newest first, without their results. */
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
    const { questions } = this.#desk;
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
    this.#desk.events.publish({ type: 'call', call: withoutResult(kept.event) });
  }

  #find(id: string): Kept {
    const kept = this.#kept.get(id);
    if (kept) return kept;
    throw new Refusal(404, { code: 'not-found', message: 'This call is no longer remembered.' });
  }

  #forgetOldest(): void {
    const over = [...this.#kept].filter(([, { event }]) => event.state !== 'running');
    for (const [id] of over.slice(0, Math.max(0, this.#kept.size - MOST_CALLS))) this.#kept.delete(id);
  }
}

class Cancelled extends Error {}

function outcomeOf(result: Record<string, unknown>): Partial<CallEvent> {
  if (result['isError'] !== true) return { state: 'done', result };
  const message = contentText(result) || 'The tool failed and does not say why.';
  return { state: 'failed', result, problem: { code: 'tool-failed', message } };
}

/** A result may be large, and events are kept for a while. */
function withoutResult({ result: _, ...event }: CallEvent): CallEvent {
  return event;
}
