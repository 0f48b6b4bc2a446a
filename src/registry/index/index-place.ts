/** Where an index is kept. The caller decides what that is: a directory, or memory in a test. */
export interface IndexPlace {
  /** Undefined if there is no such file. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Replaces the file in one step: a reader gets the old bytes or the new ones. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(name: string): Promise<void>;
  names(): Promise<readonly string[]>;
}
