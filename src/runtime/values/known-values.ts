import { createSecretMask } from './mask-secrets.ts';

/** The secrets that servers were given so far, to be hidden in whatever is shown, kept or logged. */
export class KnownValues {
  readonly #values = new Set<string>();
  readonly #sources = new Set<() => readonly string[]>();
  #mask: ReturnType<typeof createSecretMask> | undefined;

  add(secrets: readonly string[]): void {
    const before = this.#values.size;
    for (const secret of secrets) this.#values.add(secret);
    if (this.#values.size > before) this.#mask = undefined;
  }

  /** Secrets that change while servers run, such as tokens; asked for whenever something is masked. */
  follow(source: () => readonly string[]): void {
    this.#sources.add(source);
  }

  /** What was cut here may end with the beginning of a secret. */
  mask(text: string, isCut?: boolean): string {
    for (const source of this.#sources) this.add(source());
    this.#mask ??= createSecretMask([...this.#values]);
    return this.#mask(text, isCut);
  }
}
