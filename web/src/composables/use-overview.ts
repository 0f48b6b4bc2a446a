import { effectScope } from 'vue';
import type { Checks, Overview } from '../../../src/api/contract/overview.ts';
import type { PendingView } from '../../../src/api/contract/pending.ts';
import type { ApprovalsAnswer } from '../../../src/api/contract/servers.ts';
import { useResource, type Resource } from './use-resource.ts';

const shared: {
  overview?: Resource<Overview>;
  checks?: Resource<Checks>;
  approvals?: Resource<ApprovalsAnswer>;
  pending?: Resource<readonly PendingView[]>;
} = {};

/** What the frame of every page shows, fetched once. */
export function useOverview(): Resource<Overview> {
  shared.overview ??= apart(() => useResource<Overview>('/overview', ['config.changed', 'approvals.changed']));
  return shared.overview;
}

/** The figures of the badges, fetched once. They take longer, so they must not delay the first page. */
export function useChecks(): Resource<Checks> {
  const { data } = useOverview();
  shared.checks ??= apart(() =>
    useResource<Checks>(() => (data.value ? '/overview/checks' : undefined), ['config.changed']),
  );
  return shared.checks;
}

/** The servers of projects with their approval, for the banner and the page behind it. */
export function useApprovals(): Resource<ApprovalsAnswer> {
  shared.approvals ??= apart(() => useResource<ApprovalsAnswer>('/approvals', ['approvals.changed', 'config.changed']));
  return shared.approvals;
}

/** Plans of assistants that need a decision. */
export function usePending(): Resource<readonly PendingView[]> {
  shared.pending ??= apart(() =>
    useResource<readonly PendingView[]>('/pending', ['approvals.changed', 'history.changed']),
  );
  return shared.pending;
}

/** Outlives the component that asked first. */
function apart<T>(make: () => T): T {
  const made = effectScope(true).run(make);
  if (made === undefined) throw new Error('The scope was disposed.');
  return made;
}
