import type { CallEvent } from '../../../../src/api/contract/tools.ts';
import type { IconName } from '../../components/icons.ts';

type Tone = 'good' | 'bad' | 'plain' | 'accent';

export const callLabels: Readonly<
  Record<CallEvent['state'], { readonly word: string; readonly icon: IconName; readonly tone: Tone }>
> = {
  running: { word: 'Running', icon: 'wait', tone: 'accent' },
  done: { word: 'Done', icon: 'check', tone: 'good' },
  failed: { word: 'Failed', icon: 'error', tone: 'bad' },
  cancelled: { word: 'Canceled', icon: 'stop', tone: 'plain' },
};

/** The arguments of a call on one line. */
export function argumentsOf({ request }: CallEvent): string {
  if (request.kind === 'resource') return request.uri;
  const text = JSON.stringify(request.arguments);
  return text === '{}' ? 'no arguments' : text;
}
