import { computed, onScopeDispose, shallowReactive, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue';
import type { IconName } from '../components/icons.ts';

/** A command of the palette. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** The heading of its group. */
  readonly group: string;
  readonly icon?: IconName;
  /** Shown next to the title, and searched. */
  readonly detail?: string;
  /** Searched, but not shown. */
  readonly words?: string;
  readonly run: () => void;
}

const sources = shallowReactive(new Set<MaybeRefOrGetter<readonly Command[]>>());

/** Registers commands in the palette while the component is mounted. */
export function useCommands(commands: MaybeRefOrGetter<readonly Command[]>): void {
  sources.add(commands);
  onScopeDispose(() => sources.delete(commands));
}

/** All registered commands, latest first: those of the open page are the most relevant. */
export const allCommands: ComputedRef<readonly Command[]> = computed(() =>
  [...sources].toReversed().flatMap((source) => toValue(source)),
);
