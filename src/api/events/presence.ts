/** Counts the open pages. */
export interface Presence {
  readonly pages: number;
  /** Registers a page until the returned function is called. */
  enter(): () => void;
  onChange(listener: (pages: number) => void): () => void;
}

export function createPresence(): Presence {
  const here = new Set<symbol>();
  const listeners = new Set<(pages: number) => void>();
  const tell = (): void => {
    for (const listener of listeners) listener(here.size);
  };
  return {
    get pages() {
      return here.size;
    },
    enter() {
      const page = Symbol('page');
      here.add(page);
      tell();
      return () => {
        if (here.delete(page)) tell();
      };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
