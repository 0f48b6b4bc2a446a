import { onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue';
import type { ApiProblem } from '../../../../src/api/contract/common.ts';
import type { RegistryAnswer } from '../../../../src/api/contract/registry.ts';
import { get, problemOf } from '../../api/client.ts';

export interface RegistrySearch {
  /** The last answer; kept while the next one is awaited. */
  readonly answer: Readonly<ShallowRef<RegistryAnswer | undefined>>;
  readonly problem: Readonly<ShallowRef<ApiProblem | undefined>>;
  readonly isSearching: Readonly<Ref<boolean>>;
  /** Shows more results of the same search. */
  readonly more: () => void;
  readonly retry: () => void;
}

const DEBOUNCE_MS = 150;
/** While the index is filled for the first time. */
const POLL_MS = 1000;
const PAGE = 20;
/** The most that one request returns. */
const MOST = 100;

/** Searches while the user types. Only the answer to the latest query is shown. */
export function useRegistrySearch(query: Ref<string>): RegistrySearch {
  const answer = shallowRef<RegistryAnswer>();
  const problem = shallowRef<ApiProblem>();
  const isSearching = ref(false);
  let limit = PAGE;
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function search(): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    isSearching.value = true;
    const params = new URLSearchParams({ query: query.value.trim(), limit: String(limit) });
    try {
      const found = await get<RegistryAnswer>(`/registry?${params.toString()}`, own.signal);
      if (running !== own) return;
      answer.value = found;
      problem.value = undefined;
      if (found.state === 'filling') schedule(POLL_MS);
    } catch (error) {
      if (running !== own) return;
      problem.value = problemOf(error);
    }
    isSearching.value = false;
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), ms);
  }

  watch(query, () => {
    limit = PAGE;
    schedule(DEBOUNCE_MS);
  });
  void search();
  onScopeDispose(() => {
    clearTimeout(timer);
    running?.abort();
  });
  return {
    answer,
    problem,
    isSearching,
    more: () => {
      limit = Math.min(limit + PAGE, MOST);
      void search();
    },
    retry: () => void search(),
  };
}
