import { onScopeDispose, ref, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref, type ShallowRef } from 'vue';
import type { ApiProblem } from '../../../src/api/contract/common.ts';
import { get, problemOf } from '../api/client.ts';
import { useEvents, type EventType } from './use-events.ts';

export interface Resource<T> {
  /** The last response; kept while it is refreshed. */
  readonly data: Readonly<ShallowRef<T | undefined>>;
  /** When the last response was asked for, as `performance.now()`: it contains what happened before. */
  readonly askedAt: Readonly<Ref<number>>;
  readonly problem: Readonly<ShallowRef<ApiProblem | undefined>>;
  /** No data yet. */
  readonly isLoading: Readonly<Ref<boolean>>;
  readonly refresh: () => Promise<void>;
}

/** Events arrive in bursts; one request covers all of them. */
const gatherFor = 40;

/** Fetches a path, again when the path changes or one of the events arrives. No request without a path. */
export function useResource<T>(
  path: MaybeRefOrGetter<string | undefined>,
  refetchOn: readonly EventType[] = [],
): Resource<T> {
  const data = shallowRef<T>();
  const askedAt = ref(0);
  const problem = shallowRef<ApiProblem>();
  const isLoading = ref(true);
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function refresh(): Promise<void> {
    const wanted = toValue(path);
    running?.abort();
    if (wanted === undefined) return;
    const own = new AbortController();
    running = own;
    const now = performance.now();
    try {
      const answer = await get<T>(wanted, own.signal);
      if (running !== own) return;
      askedAt.value = now;
      data.value = answer;
      problem.value = undefined;
    } catch (error) {
      if (running !== own) return;
      problem.value = problemOf(error);
    }
    isLoading.value = false;
  }

  watch(
    () => toValue(path),
    (_now, before) => {
      if (before !== undefined) {
        data.value = undefined;
        isLoading.value = true;
      }
      void refresh();
    },
    { immediate: true },
  );
  useEvents([...refetchOn, 'reset'], () => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), gatherFor);
  });
  onScopeDispose(() => {
    clearTimeout(timer);
    running?.abort();
  });
  return { data, askedAt, problem, isLoading, refresh };
}
