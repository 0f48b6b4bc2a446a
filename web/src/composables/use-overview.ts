import { effectScope } from 'vue';
import type { Overview } from '../../../src/api/contract/overview.ts';
import { useResource, type Resource } from './use-resource.ts';

let shared: Resource<Overview> | undefined;

/** The overview of the machine, fetched once for the navigation and the page that shows it. */
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
  if (!shared) throw new Error('The overview scope was disposed.');
  return shared;
}
