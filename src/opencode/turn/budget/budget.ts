import type { App } from '../../app.ts';
import { Api } from '../../upstream/api.ts';
import { notedServer } from '../turn-notes.ts';
import type { Turn } from '../turn-state.ts';
import { BudgetWatch } from './budget-watch.ts';
import type { Budget } from './over-budget.ts';

/** Stops a turn that reaches its budget, even after its call has returned. */
export async function guardBudget(app: App, api: Api, turn: Turn, budget: Budget | undefined): Promise<void> {
  if (!budget) return;
  const { sessionId, mark } = turn;
  const guard = { sessionId, mark, directory: api.directory, budget, since: Date.now() };
  await app.notes.guard(guard, notedServer(api.endpoint));
  await new BudgetWatch(app, api, guard).begin();
}

/** Watches turns whose clients have exited. */
export async function takeOverBudgets(app: App): Promise<void> {
  const endpoint = await app.connection.current?.catch(() => undefined);
  if (!endpoint) return;
  for (const guard of await app.notes.adopt(notedServer(endpoint))) {
    app.log('info', `watching the budget of ${guard.sessionId}, whose client exited`);
    const watch = new BudgetWatch(app, new Api(endpoint, guard.directory), guard);
    await watch.begin();
    await watch.look(true);
  }
}
