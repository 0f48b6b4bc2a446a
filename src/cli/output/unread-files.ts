import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { visible } from '../../model/visible.ts';
import { toJson } from './diagnostic-as-data.ts';

/** Files that could not be read during a command. */
export class UnreadFiles {
  /** Whether the result is incomplete without them. */
  matter = false;
  readonly #findings = new Map<string, Diagnostic[]>();
  readonly #told = new Set<string>();

  add(findings: readonly Diagnostic[], matter: boolean): void {
    for (const finding of findings) {
      const known = this.#findings.get(finding.file ?? '') ?? [];
      if (!known.some((one) => isSame(one, finding))) this.#findings.set(finding.file ?? '', [...known, finding]);
    }
    this.matter ||= matter && findings.length > 0;
  }

  /** Removes diagnostics that are reported elsewhere. */
  remove(findings: readonly Diagnostic[]): void {
    for (const finding of findings) {
      const file = finding.file ?? '';
      const left = (this.#findings.get(file) ?? []).filter((one) => !isSame(one, finding));
      if (left.length === 0) this.#findings.delete(file);
      else this.#findings.set(file, left);
    }
  }

  get isEmpty(): boolean {
    return this.#findings.size === 0;
  }

  asData(): Record<string, unknown>[] {
    return [...this.#findings.values()].flat().map(toJson);
  }

  /** The first reason of each file not reported yet, with its fix. */
  take(): { readonly problem: string; readonly fix: string | undefined }[] {
    const untold = [...this.#findings].filter(([file]) => !this.#told.has(file));
    return untold.map(([file, [first, ...others]]) => {
      this.#told.add(file);
      const { message, fix } = describe(first as Diagnostic);
      const start = first?.range?.start;
      const at = first?.path?.length ? ` at ${first.path.join('.')}` : '';
      const place = [file, start?.line, start?.column].filter((part) => part !== undefined);
      const more = others.length === 0 ? '' : ` (and ${others.length} more: plugboard doctor)`;
      return { problem: visible(`${place.join(':')} ${message}${at}${more}`), fix: fix && visible(fix) };
    });
  }
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.range?.start.offset === other.range?.start.offset;
}
