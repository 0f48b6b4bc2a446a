import { onScopeDispose, shallowReactive } from 'vue';
import { settings } from './use-settings.ts';

export interface Shortcut {
  /** One key such as `n`, or two after each other such as `g s`. */
  readonly keys: string;
  /** What it does, for the list of shortcuts. */
  readonly what: string;
  readonly run: () => void;
}

/** Between the two keys of one shortcut. */
const sequenceTime = 1500;

export const shortcuts = shallowReactive(new Set<Shortcut>());
let first: { readonly key: string; readonly at: number } | undefined;

/** Single keys that work as long as the component lives, nobody is typing and the person has not switched them off. */
export function useShortcuts(own: readonly Shortcut[]): void {
  for (const shortcut of own) shortcuts.add(shortcut);
  onScopeDispose(() => {
    for (const shortcut of own) shortcuts.delete(shortcut);
  });
}

/** To be called once. */
export function listenForShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (!settings.value.shortcuts || !isFree(event)) return;
    const { key } = event;
    const pair = first && performance.now() - first.at < sequenceTime ? `${first.key} ${key}` : undefined;
    // The component that came last is the one in front.
    const known = [...shortcuts].toReversed();
    const found = known.find(({ keys }) => keys === pair) ?? known.find(({ keys }) => keys === key);
    first = !found && known.some(({ keys }) => keys.startsWith(`${key} `)) ? { key, at: performance.now() } : undefined;
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** Nobody types, no dialog or menu is open, and it is not a shortcut of the browser. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=true]')) return false;
  return !document.querySelector('[role=dialog], [role=alertdialog], [role=menu]');
}
