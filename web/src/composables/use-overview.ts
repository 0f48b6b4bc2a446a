import { effectScope } from 'vue';
import type { Overview } from '../../../src/api/contract/overview.ts';
import { useResource, type Resource } from './use-resource.ts';

let shared: Resource<Overview> | undefined;

/** The figures of the whole machine, fetched once for the navigation and the page that shows them. */
export function useOverview(): Resource<Overview> {
  shared ??= effectScope(true).run(() =>
    useResource<Overview>('/overview', [
      'config.changed',
      'history.changed',
      'approvals.changed',
      'server.status',
      'tools.changed',
    ]),
  );
  if (!shared) throw new Error('The scope of the overview has ended.');
  return shared;
}
