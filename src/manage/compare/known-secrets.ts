import { MASK } from '../../model/secrets/hidden-spans.ts';

/** Anything shorter may be a part of some other word. */
const SHORTEST = 6;

/** Secrets that are looked for by themselves: one is still a secret where the words around it that told so are gone. */
export class KnownSecrets {
  /** By how they begin, the longest first. */
  readonly #byStart = new Map<string, string[]>();

  constructor(secrets: readonly string[]) {
    for (const secret of new Set(secrets)) {
      if (secret.length < SHORTEST) continue;
      const start = secret.slice(0, SHORTEST);
      const others = this.#byStart.get(start) ?? [];
      this.#byStart.set(
        start,
        [...others, secret].toSorted((a, b) => b.length - a.length),
      );
    }
  }

  /** The text with a mask in place of each of them. */
  hide(text: string): string {
    if (this.#byStart.size === 0) return text;
    let shown = '';
    let from = 0;
    for (let at = 0; at + SHORTEST <= text.length;) {
      const found = this.#byStart.get(text.slice(at, at + SHORTEST))?.find((secret) => text.startsWith(secret, at));
      if (found === undefined) at += 1;
      else {
        shown += text.slice(from, at) + MASK;
        at += found.length;
        from = at;
      }
    }
    return shown + text.slice(from);
  }
}
