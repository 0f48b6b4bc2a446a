let isDown = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isDown = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isDown = false), true);
}

/**
 * Runs at once, or after the current click: a field that changes its height on blur would otherwise move the element
 * being clicked.
 */
export function afterClick(run: () => void): void {
  if (!isDown) return run();
  const stop = new AbortController();
  for (const end of ['pointerup', 'pointercancel']) {
    window.addEventListener(
      end,
      () => {
        stop.abort();
        setTimeout(run);
      },
      { signal: stop.signal },
    );
  }
}

/** Resolves when all input committed by the current click has been processed. */
export async function inputCommitted(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}
