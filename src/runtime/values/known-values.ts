import { createSecretMask } from './mask-secrets.ts';

/** The secrets passed to servers so far, to be masked in everything shown, stored or logged. */
export class KnownValues {
  readonly #values = new Set<string>();
  readonly #sources = new Set<() => readonly string[]>();
  #mask: ReturnType<typeof createSecretMask> | undefined;

  add(secrets: readonly string[]): void {
    const before = this.#values.size;
    for (const secret of secrets) this.#values.add(secret);
    if (this.#values.size > before) this.#mask = undefined;
  }

  /** Secrets that change at runtime, such as tokens; read on every mask. */
  follow(source: () => readonly string[]): void {
    this.#sources.add(source);
  }

  /** If `isCut`, the text may end with part of a secret. */
  mask(text: string, isCut?: boolean): string {
    for (const source of this.#sources) this.add(source());
    this.#mask ??= createSecretMask([...this.#values]);
    return this.#mask(text, isCut);
  }
}
