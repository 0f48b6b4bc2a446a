import { computed, type ComputedRef, onScopeDispose, shallowRef, watch } from 'vue';
import type { ServerRow, ServersAnswer, StatusView } from '../../../../src/api/contract/servers.ts';
import { useEvents } from '../../composables/use-events.ts';
import { type Resource, useResource } from '../../composables/use-resource.ts';

export interface Servers {
  readonly resource: Resource<ServersAnswer>;
  readonly rows: ComputedRef<readonly ServerRow[]>;
}

interface Told {
  readonly status: StatusView;
  /** As `performance.now()`. */
  readonly at: number;
}

const GATHER_MS = 150;

/** All servers, with their latest status: hundreds of them change while all are tested. */
export function useServers(): Servers {
  const resource = useResource<ServersAnswer>('/servers', ['config.changed', 'approvals.changed', 'tools.changed']);
  const told = shallowRef<ReadonlyMap<string, Told>>(new Map());
  const waiting = new Map<string, Told>();
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** One refresh for all tests that end at about the same time. */
  function askAgain(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void resource.refresh(), GATHER_MS);
  }

  // The response already contains the updates from before it was asked for; later ones may have overtaken it.
  watch(resource.data, () => {
    told.value = new Map([...told.value].filter(([, { at }]) => at >= resource.askedAt.value));
  });
  useEvents(['server.status'], ({ server, status }) => {
    // A closed connection does not invalidate its result.
    if (status.name === 'not-checked') return askAgain();
    waiting.set(server, { status, at: performance.now() });
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      told.value = new Map([...told.value, ...waiting]);
      waiting.clear();
    });
  });
  onScopeDispose(() => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  });

  const rows = computed(() => {
    const servers = resource.data.value?.servers ?? [];
    if (told.value.size === 0) return servers;
    return servers.map((row) => {
      const now = told.value.get(row.name);
      return now ? { ...row, status: now.status } : row;
    });
  });
  return { resource, rows };
}
