import { computed, type ComputedRef, type Ref, shallowRef } from 'vue';
import type { JobView } from '../../../../src/api/contract/events.ts';
import type { TestRequest } from '../../../../src/api/contract/servers.ts';
import { del, post, problemOf } from '../../api/client.ts';
import { useEvents } from '../../composables/use-events.ts';
import { useToasts } from '../../composables/use-toasts.ts';

export interface TestRun {
  readonly job: Readonly<Ref<JobView | undefined>>;
  readonly isRunning: ComputedRef<boolean>;
  /** Without names, tests all servers that may run. */
  readonly start: (names?: readonly string[]) => Promise<void>;
  readonly cancel: () => Promise<void>;
}

/** Connects to servers to check their status; progress arrives as events. */
export function useTestRun(): TestRun {
  const job = shallowRef<JobView>();
  const { toast } = useToasts();
  /** The last event of each job, possibly received before the job's ID was known. */
  const told = new Map<string, JobView>();

  useEvents(['job'], ({ job: now }) => {
    told.set(now.id, now);
    if (now.id === job.value?.id) job.value = now;
  });

  async function start(names?: readonly string[]): Promise<void> {
    const request: TestRequest = names ? { names } : {};
    try {
      const started = await post<JobView>('/tests', request);
      job.value = told.get(started.id) ?? started;
    } catch (error) {
      const { message, hint } = problemOf(error);
      toast({ kind: 'bad', title: 'The test did not start', detail: [message, hint].filter(Boolean).join(' ') });
    }
  }

  async function cancel(): Promise<void> {
    // It may have ended in the meantime.
    if (job.value) await del(`/tests/${job.value.id}`).catch(() => undefined);
  }

  return { cancel, job, isRunning: computed(() => job.value !== undefined && !job.value.isOver), start };
}
