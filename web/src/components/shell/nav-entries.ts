import { computed, type ComputedRef } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import { useOverview } from '../../composables/use-overview.ts';
import type { PageEntry } from '../../navigation.ts';
import { pages } from '../../router.ts';

export interface NavEntry extends Omit<PageEntry, 'count'> {
  readonly path: string;
  readonly title: string;
  /** Absent if there is no count or it is not known yet. */
  readonly figure?: number;
  readonly isCurrent: boolean;
}

/** The pages in route order, with their counts. */
export function useNavEntries(): { entries: ComputedRef<readonly NavEntry[]>; go: (path: string) => void } {
  const { data } = useOverview();
  const route = useRoute();
  const router = useRouter();
  const figureOf = (count: PageEntry['count']): number | undefined => {
    if (!count || !data.value) return undefined;
    if (count !== 'issues') return data.value[count];
    const { error, warning } = data.value.issues.counts;
    return error + warning;
  };
  const entries = computed(() =>
    pages.flatMap(({ path, meta }) => {
      if (!meta?.nav) return [];
      const { icon, key, count } = meta.nav;
      const isCurrent = path === '/' ? route.path === '/' : route.path === path || route.path.startsWith(`${path}/`);
      const figure = figureOf(count);
      return [{ path, title: meta.title ?? path, icon, key, isCurrent, ...(figure ? { figure } : {}) }];
    }),
  );
  return { entries, go: (path) => void router.push(path) };
}
