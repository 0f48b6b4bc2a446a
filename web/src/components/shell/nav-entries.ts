import { computed, type ComputedRef } from 'vue';
import { useRoute } from 'vue-router';
import { useChecks, useOverview } from '../../composables/use-overview.ts';
import type { PageEntry } from '../../navigation.ts';
import { pages } from '../../router.ts';

export interface NavEntry extends Omit<PageEntry, 'badge'> {
  readonly path: string;
  readonly title: string;
  /** Absent if there is no figure, it is zero, or it is not known. */
  readonly badge?: string;
  readonly isCurrent: boolean;
}

/** The rooms in route order, with their figures. */
export function useNavEntries(): ComputedRef<readonly NavEntry[]> {
  const { data: overview } = useOverview();
  const { data: checks, problem } = useChecks();
  const route = useRoute();
  const badgeOf = (badge: PageEntry['badge']): string | undefined => {
    if (badge === 'servers') return String(overview.value?.servers || '');
    // A figure that could not be refreshed may be wrong, so none is shown.
    if (!badge || !checks.value || problem.value) return undefined;
    const { outOfSync, issues } = checks.value;
    if (badge === 'outOfSync') return outOfSync > 0 ? `${outOfSync} out of sync` : undefined;
    return String(issues.error + issues.warning || '');
  };
  return computed(() =>
    pages.flatMap(({ path, meta }) => {
      if (!meta?.nav) return [];
      const badge = badgeOf(meta.nav.badge);
      const isCurrent = route.path === path || route.path.startsWith(`${path}/`);
      return [{ path, title: meta.title ?? path, icon: meta.nav.icon, isCurrent, ...(badge && { badge }) }];
    }),
  );
}
