import { onScopeDispose, shallowReactive } from 'vue';
import { settings } from './use-settings.ts';

export interface Shortcut {
  /** One key such as `n`, or a sequence such as `g s`. */
  readonly keys: string;
  /** Description for the list of shortcuts. */
  readonly what: string;
  readonly run: () => void;
}

/** The maximum delay between the two keys of a sequence. */
const sequenceTime = 1500;

export const shortcuts = shallowReactive(new Set<Shortcut>());
let first: { readonly key: string; readonly at: number } | undefined;

/** Registers shortcuts while the component is mounted. They are ignored while typing or if disabled in the settings. */
export function useShortcuts(own: readonly Shortcut[]): void {
  for (const shortcut of own) shortcuts.add(shortcut);
  onScopeDispose(() => {
    for (const shortcut of own) shortcuts.delete(shortcut);
  });
}

/** Call once. */
export function listenForShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (!settings.value.shortcuts || !isFree(event)) return;
    const { key } = event;
    const pair = first && performance.now() - first.at < sequenceTime ? `${first.key} ${key}` : undefined;
    // The component registered last is in front.
    const known = [...shortcuts].toReversed();
    const found = known.find(({ keys }) => keys === pair) ?? known.find(({ keys }) => keys === key);
    first = !found && known.some(({ keys }) => keys.startsWith(`${key} `)) ? { key, at: performance.now() } : undefined;
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** Whether no input, dialog or menu is active, and the event is not a browser shortcut. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest('input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=true]')) return false;
  return !document.querySelector('[role=dialog], [role=alertdialog], [role=menu]');
}
