import { onScopeDispose, ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import type { ApiProblem } from '../../../../src/api/contract/common.ts';
import type { CallEvent, CallRequest } from '../../../../src/api/contract/tools.ts';
import { del, get, post, problemOf, RequestFailed } from '../../api/client.ts';
import { confirm } from '../../composables/use-confirm.ts';
import { useEvents } from '../../composables/use-events.ts';

export interface Caller {
  readonly call: Readonly<ShallowRef<CallEvent | undefined>>;
  /** Why the call could not be started. */
  readonly problem: Readonly<ShallowRef<ApiProblem | undefined>>;
  readonly isRunning: Readonly<Ref<boolean>>;
  readonly run: (request: CallRequest) => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** Shows a previous call. */
  readonly show: (id: string) => Promise<void>;
}

/** One call at a time, from confirmation to result. */
export function useCall(): Caller {
  const call = shallowRef<CallEvent>();
  const problem = shallowRef<ApiProblem>();
  const isRunning = ref(false);
  /** The last event of each call, possibly received before the call's ID was known. */
  const told = new Map<string, CallEvent>();
  let isGone = false;
  onScopeDispose(() => (isGone = true));

  async function show(id: string): Promise<void> {
    try {
      const first = await get<CallEvent>(`/calls/${id}`);
      const last = told.get(id);
      const hasEnded = first.state === 'running' && last !== undefined && last.state !== 'running';
      const found = hasEnded ? await get<CallEvent>(`/calls/${id}`) : first;
      if (isGone) return;
      call.value = found.state === 'running' ? further(found, told.get(id)) : found;
      problem.value = undefined;
      isRunning.value = found.state === 'running';
    } catch (error) {
      problem.value = problemOf(error);
      isRunning.value = false;
    }
  }

  useEvents(['call'], ({ call: now }) => {
    told.set(now.id, now);
    if (now.id !== call.value?.id) return;
    if (now.state === 'running') call.value = now;
    else void show(now.id);
  });
  useEvents(['reset'], () => {
    if (call.value && isRunning.value) void show(call.value.id);
  });

  async function run(request: CallRequest): Promise<void> {
    isRunning.value = true;
    problem.value = undefined;
    call.value = undefined;
    try {
      const { id } = await post<{ id: string }>('/calls', request);
      await show(id);
    } catch (error) {
      isRunning.value = false;
      if (request.kind !== 'tool' || request.confirmed || !needsConfirmation(error)) problem.value = problemOf(error);
      else if (await isConfirmed(request)) await run({ ...request, confirmed: true });
    }
  }

  return {
    call,
    problem,
    isRunning,
    run,
    show,
    async cancel() {
      if (call.value)
        await del(`/calls/${call.value.id}`).catch((error: unknown) => (problem.value = problemOf(error)));
    },
  };
}

/** The later of two states of a call. */
function further(one: CallEvent, other: CallEvent | undefined): CallEvent {
  return other?.state === 'running' && other.progress && other.progress.progress > (one.progress?.progress ?? -1)
    ? other
    : one;
}

function needsConfirmation(error: unknown): boolean {
  return error instanceof RequestFailed && error.problem.code === 'confirmation-needed';
}

async function isConfirmed({
  server,
  tool,
  arguments: args,
}: Extract<CallRequest, { kind: 'tool' }>): Promise<boolean> {
  return confirm({
    title: `Call ${tool}?`,
    text: `${server} marks this tool as destructive. Arguments: ${JSON.stringify(args)}`,
    action: 'Call',
    isDangerous: true,
  });
}
