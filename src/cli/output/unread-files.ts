import { describe, type Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { shownPath } from '../../model/short-path.ts';
import { visible } from '../../model/visible.ts';
import { toJson } from './diagnostic-as-data.ts';

/** Files that could not be read during a command. */
export class UnreadFiles {
  /** Whether the result is incomplete without them. */
  matter = false;
  readonly #issues = new Map<string, Diagnostic[]>();
  readonly #told = new Set<string>();

  add(issues: readonly Diagnostic[], matter: boolean): void {
    for (const issue of issues) {
      const known = this.#issues.get(issue.file ?? '') ?? [];
      if (!known.some((one) => isSame(one, issue))) this.#issues.set(issue.file ?? '', [...known, issue]);
    }
    this.matter ||= matter && issues.length > 0;
  }

  /** Removes diagnostics that are reported elsewhere. */
  remove(issues: readonly Diagnostic[]): void {
    for (const issue of issues) {
      const file = issue.file ?? '';
      const left = (this.#issues.get(file) ?? []).filter((one) => !isSame(one, issue));
      if (left.length === 0) this.#issues.delete(file);
      else this.#issues.set(file, left);
    }
  }

  get isEmpty(): boolean {
    return this.#issues.size === 0;
  }

  asData(): Record<string, unknown>[] {
    return [...this.#issues.values()].flat().map(toJson);
  }

  /** The first reason of each file not reported yet, with its fix. */
  take(): { readonly problem: string; readonly fix: string | undefined }[] {
    const untold = [...this.#issues].filter(([file]) => !this.#told.has(file));
    return untold.map(([file, [first, ...others]]) => {
      this.#told.add(file);
      const { message, fix } = describe(first as Diagnostic);
      const start = first?.range?.start;
      const at = first?.path?.length ? ` at ${first.path.join('.')}` : '';
      const place = [shownPath(file), start?.line, start?.column].filter((part) => part !== undefined);
      const more = others.length === 0 ? '' : ` (and ${others.length} more: plugboard doctor)`;
      return { problem: visible(`${place.join(':')} ${message}${at}${more}`), fix: fix && visible(fix) };
    });
  }
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.range?.start.offset === other.range?.start.offset;
}
