import { groupBy } from '../../discovery/group-by.ts';
import { MASK } from '../../model/secrets/hidden-spans.ts';

/** Anything shorter may be a part of some other word. */
const SHORTEST = 6;

/** Secrets that begin in the same way, by their lengths. */
interface Alike {
  readonly lengths: readonly number[];
  readonly secrets: ReadonlySet<string>;
}

/** Secrets that are looked for by themselves: one is still a secret where the words around it that told so are gone. */
export class KnownSecrets {
  /** By how they begin. */
  readonly #byStart = new Map<string, Alike>();

  constructor(secrets: readonly string[]) {
    const long = secrets.filter(({ length }) => length >= SHORTEST);
    for (const [start, alike] of groupBy(long, (secret) => secret.slice(0, SHORTEST))) {
      const lengths = [...new Set(alike.map(({ length }) => length))].toSorted((a, b) => b - a);
      this.#byStart.set(start, { lengths, secrets: new Set(alike) });
    }
  }

  /** The text with a mask in place of each of them. */
  hide(text: string): string {
    if (this.#byStart.size === 0) return text;
    let shown = '';
    let from = 0;
    for (let at = 0; at + SHORTEST <= text.length;) {
      const found = this.#longestAt(text, at);
      if (found === undefined) at += 1;
      else {
        shown += text.slice(from, at) + MASK;
        at += found.length;
        from = at;
      }
    }
    return shown + text.slice(from);
  }

  #longestAt(text: string, at: number): string | undefined {
    const alike = this.#byStart.get(text.slice(at, at + SHORTEST));
    const length = alike?.lengths.find((one) => alike.secrets.has(text.slice(at, at + one)));
    return length === undefined ? undefined : text.slice(at, at + length);
  }
}
