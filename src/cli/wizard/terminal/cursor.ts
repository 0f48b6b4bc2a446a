import type { Readable } from 'node:stream';

const steps: Readonly<Record<string, 1 | -1>> = { up: -1, k: -1, h: -1, down: 1, j: 1, l: 1, right: 1 };

export interface Cursor {
  /** The index of the current line; undefined after the answer. */
  at(): number | undefined;
  stop(): void;
}

/** Tracks the cursor of a list, which the prompt library shows only in color. Skips disabled lines. */
export function followCursor(keys: Readable, lines: readonly { readonly disabled?: boolean }[]): Cursor {
  let at = lines.findIndex(({ disabled }) => !disabled);
  let answered = false;
  const onKey = (_: unknown, { name = '' }: { readonly name?: string }): void => {
    const step = steps[name] ?? 0;
    answered = name === 'return';
    if (step === 0 || at === -1) return;
    do at = (at + step + lines.length) % lines.length;
    while (lines[at]?.disabled);
  };
  keys.on('keypress', onKey);
  return { at: () => (answered ? undefined : at), stop: () => keys.off('keypress', onKey) };
}
