import { withAlternateScreen, type Streams } from '../alternate-screen.ts';
import type { PickableSet, PickResult, Resume } from './pickable-set.ts';
import { Picker } from './picker.tsx';

export type { PickableSet, PickResult } from './pickable-set.ts';

export interface PickOptions extends Streams {
  readonly sets: readonly PickableSet[];
  /** The names of the sets chosen last time. */
  readonly chosen: readonly string[];
  /** The purpose of the choice, such as `Start Claude Code with`. */
  readonly title: string;
  readonly resume?: Resume;
  readonly color: boolean;
  readonly ascii: boolean;
}

/** Shows the set picker. */
export async function pickSets({ stdin, stdout, ...shown }: PickOptions): Promise<PickResult> {
  const draw = (onLeave: () => void): React.JSX.Element => <Picker {...shown} onLeave={onLeave} />;
  return (await withAlternateScreen<PickResult>({ stdin, stdout }, draw)) ?? { outcome: 'quit' };
}
