/**
 * Runs one kind of work at a time. However often it is asked for meanwhile, it runs once more afterwards, and not before a
 * pause is over: a server can ask for it again with each run.
 */
export class OneAtATime {
  readonly #pauseMs: number;
  readonly #underWay = new Map<string, { isWanted: boolean }>();

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** Work of the same name is the same work; it must not reject. */
  run(name: string, work: () => Promise<void>): void {
    const underWay = this.#underWay.get(name);
    if (underWay) underWay.isWanted = true;
    else void this.#run(name, work);
  }

  async #run(name: string, work: () => Promise<void>): Promise<void> {
    const state = { isWanted: false };
    this.#underWay.set(name, state);
    await work();
    await new Promise<void>((done) => {
      setTimeout(done, this.#pauseMs).unref();
    });
    this.#underWay.delete(name);
    if (state.isWanted) this.run(name, work);
  }
}
