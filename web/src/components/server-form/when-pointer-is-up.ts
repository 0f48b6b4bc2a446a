let isDown = false;

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (isDown = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isDown = false), true);
}

/**
 * Runs at once, or after the click that is under way: a field that changes its height when it is left would otherwise move
 * away what somebody is pressing.
 */
export function whenPointerIsUp(run: () => void): void {
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

/** Resolves when all that was left by the present click has been taken over. */
export async function allTakenOver(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
}
