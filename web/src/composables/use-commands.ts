import { computed, onScopeDispose, shallowReactive, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import type { IconName } from '../components/icons.ts';

/** Something the palette offers. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** Heading it stands under. */
  readonly group: string;
  readonly icon?: IconName;
  /** Shown beside the title, and found by as well. */
  readonly detail?: string;
  /** What it is found by besides, without being shown. */
  readonly words?: string;
  readonly run: () => void;
}

const sources = shallowReactive(new Set<MaybeRefOrGetter<readonly Command[]>>());

/** Offers commands in the palette as long as the component lives. */
export function useCommands(commands: MaybeRefOrGetter<readonly Command[]>): void {
  sources.add(commands);
  onScopeDispose(() => sources.delete(commands));
}

/** Everything that is offered at the moment, the latest first: what the open page offers is nearest. */
export const allCommands: ComputedRef<readonly Command[]> = computed(() =>
  [...sources].toReversed().flatMap((source) => toValue(source)),
);
