/** A server as it was locked. */
export interface LockedServer {
  /** Hash of what the definition starts or contacts. */
  readonly definition: string;
  /** For example `npm:@acme/server@1.2.3`; absent if it fetches no package. */
  readonly package?: string;
  /** As the place of the package states it; absent if that is unknown. */
  readonly integrity?: string;
  /** Hash of the instructions that the server gives. */
  readonly instructions?: string;
  /** Hashes of the accepted tools by name; absent if none was accepted yet. */
  readonly tools?: Readonly<Record<string, string>>;
}

/** The content of `plugboard.lock`. */
export interface Lock {
  readonly version: 1;
  readonly servers: Readonly<Record<string, LockedServer>>;
}

/** How tools differ from the locked ones, by name. */
export interface ToolChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export function compareTools(
  old: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): ToolChanges {
  const names = Object.keys(now).toSorted();
  return {
    added: names.filter((name) => !Object.hasOwn(old, name)),
    changed: names.filter((name) => Object.hasOwn(old, name) && old[name] !== now[name]),
    removed: Object.keys(old)
      .filter((name) => !Object.hasOwn(now, name))
      .toSorted(),
  };
}

/** One phrase per tool. */
export function toolChangeWords({ added, changed, removed }: ToolChanges): string[] {
  return [
    ...changed.map((name) => `${name} changed`),
    ...added.map((name) => `${name} is new`),
    ...removed.map((name) => `${name} was removed`),
  ];
}
