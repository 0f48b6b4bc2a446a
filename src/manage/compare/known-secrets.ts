import { groupBy } from '../../discovery/group-by.ts';
import { MASK } from '../../model/secrets/hidden-spans.ts';

/** Shorter values could match part of an unrelated word. */
const SHORTEST = 6;

/** Lengths of the secrets that share a prefix. */
interface Alike {
  readonly lengths: readonly number[];
  readonly secrets: ReadonlySet<string>;
}

/** Finds known secret values anywhere in a text, also where the key that marked them as secret is gone. */
export class KnownSecrets {
  /** Indexed by prefix. */
  readonly #byStart = new Map<string, Alike>();

  constructor(secrets: readonly string[]) {
    const long = secrets.filter(({ length }) => length >= SHORTEST);
    for (const [start, alike] of groupBy(long, (secret) => secret.slice(0, SHORTEST))) {
      const lengths = [...new Set(alike.map(({ length }) => length))].toSorted((a, b) => b - a);
      this.#byStart.set(start, { lengths, secrets: new Set(alike) });
    }
  }

  /** Returns the text with each secret masked, except those that `isShown` accepts. */
  hide(text: string, isShown: (secret: string) => boolean = () => false): string {
    if (this.#byStart.size === 0) return text;
    let shown = '';
    let from = 0;
    for (let at = 0; at + SHORTEST <= text.length;) {
      const found = this.#longestAt(text, at);
      if (found === undefined || isShown(found)) at += found?.length ?? 1;
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
