/** Longer than the palette takes to load; a failure to load must not take the keyboard away. */
const PATIENCE_MS = 4000;

let typed = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Collects what is typed before the field of the palette has the focus: it must not run shortcuts or get lost. */
export function collectEarlyKeys(): void {
  takeEarlyKeys();
  addEventListener('keydown', collect, true);
  timer = setTimeout(takeEarlyKeys, PATIENCE_MS);
}

/** Stops collecting, and returns what was typed. */
export function takeEarlyKeys(): string {
  removeEventListener('keydown', collect, true);
  clearTimeout(timer);
  const taken = typed;
  typed = '';
  return taken;
}

function collect(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  typed += event.key;
}
