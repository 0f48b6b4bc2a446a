import type { App } from '../../app.ts';
import type { Api } from '../../upstream/api.ts';
import { lookAgain } from '../../upstream/events.ts';
import type { Message, MessageInfo, ServerEvent, Session } from '../../upstream/types.ts';
import { abortTurn } from '../abort.ts';
import { familyOf } from '../requests.ts';
import { noteStopped } from '../stopped.ts';
import type { Guard } from '../turn-notes.ts';
import { readTurnState, recent, userMessageOf } from '../turn-state.ts';
import type { OverBudget } from './over-budget.ts';

/**
 * Tracks the usage of a turn, including subagents, and stops it at its budget. OpenCode reports usage after each step,
 * so a turn can exceed its budget by one step.
 */
export class BudgetWatch {
  readonly #app: App;
  readonly #api: Api;
  readonly #guard: Guard;
  readonly #family: Set<string>;
  readonly #used = new Map<string, MessageInfo>();
  #timer: NodeJS.Timeout | undefined;
  #unlisten = (): void => undefined;
  #isOver = false;

  constructor(app: App, api: Api, guard: Guard) {
    this.#app = app;
    this.#api = api;
    this.#guard = guard;
    this.#family = new Set([guard.sessionId]);
  }

  async begin(): Promise<void> {
    const { budget, since } = this.#guard;
    const { minutes } = budget;
    if (minutes !== undefined) {
      const left = since + minutes * 60_000 - Date.now();
      this.#timer = setTimeout(
        () => void this.#stop({ budget: 'minutes', limit: minutes, used: minutes }),
        Math.max(0, left),
      );
      this.#timer.unref();
    }
    this.#unlisten = await this.#app.events.listen(this.#api, (event) => this.#take(event));
  }

  /** Catches up on events missed before or while disconnected. A turn that has `begun` is running or finished. */
  async look(begun: boolean): Promise<void> {
    const state = await readTurnState(this.#api, this.#guard).catch(() => undefined);
    if (!state || this.#isOver) return;
    if (state.kind === 'done' || state.kind === 'failed' || (begun && state.kind === 'running' && state.idle)) {
      this.#end();
      await this.#app.notes.unguard(this.#guard);
      return;
    }
    await this.#addUsed().catch((error: unknown) => this.#app.log('debug', String(error)));
    this.#check();
  }

  #take(event: ServerEvent): void {
    const info = event.properties['info'] as (MessageInfo & Session) | undefined;
    if (event.type === 'session.created' && this.#family.has(info?.parentID ?? '')) this.#family.add(info?.id ?? '');
    if (event.type === 'message.updated' && info?.role === 'assistant' && this.#family.has(info.sessionID)) {
      this.#used.set(info.id, info);
      this.#check();
    }
    if (event.type === 'session.idle' || event === lookAgain) void this.look(false);
  }

  /** Earlier turns of the session do not count; subagents of this turn have separate sessions. */
  async #addUsed(): Promise<void> {
    const { sessionId, mark, since } = this.#guard;
    const user = userMessageOf(await this.#messages(sessionId), mark);
    for (const id of await familyOf(this.#api, sessionId)) {
      this.#family.add(id);
      for (const { info } of await this.#messages(id)) {
        const isOfTurn = id === sessionId ? info.parentID === user?.info.id : info.time.created >= since;
        if (info.role === 'assistant' && isOfTurn) this.#used.set(info.id, info);
      }
    }
  }

  #messages(sessionId: string): Promise<Message[]> {
    return this.#api.get(`/session/${sessionId}/message`, { limit: recent });
  }

  #check(): void {
    const { tokens, cost } = this.#guard.budget;
    const sum = (pick: (info: MessageInfo) => number): number =>
      [...this.#used.values()].reduce((total, info) => total + pick(info), 0);
    const usedTokens = sum((info) =>
      info.tokens ? info.tokens.input + info.tokens.output + info.tokens.reasoning : 0,
    );
    const usedCost = sum((info) => info.cost ?? 0);
    if (tokens !== undefined && usedTokens >= tokens)
      void this.#stop({ budget: 'tokens', limit: tokens, used: usedTokens });
    else if (cost !== undefined && usedCost >= cost) void this.#stop({ budget: 'cost', limit: cost, used: usedCost });
  }

  async #stop(reached: OverBudget): Promise<void> {
    if (this.#isOver) return;
    this.#end();
    const { sessionId, mark } = this.#guard;
    const warn = (error: unknown): void => this.#app.log('warn', String(error));
    this.#app.log('info', `stopping ${sessionId}: its budget of ${reached.budget} is used up`);
    // Recorded first: otherwise the turn would look as if a user had stopped it.
    await noteStopped(this.#api, this.#guard, reached).catch(warn);
    await abortTurn(this.#api, sessionId, mark).catch(warn);
    await this.#app.notes.unguard(this.#guard);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#unlisten();
  }
}
