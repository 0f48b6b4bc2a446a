import { comparePins } from '../runtime/tools/compare-pins.ts';
import { readTools } from '../runtime/tools/listed-tool.ts';
import { acceptPins, carryPins, pinsOf, readPins, writePins } from '../runtime/tools/pins.ts';
import type { KeyValueCache, ServerToRun } from '../runtime/types.ts';
import type { JsonObject } from './session.ts';

export interface Judgement {
  /** Tools that are not as they were accepted. */
  readonly withheld: ReadonlySet<string>;
  /** Tools that nobody has seen before. They are offered, and from now on they may not change either. */
  readonly added: readonly string[];
  /** As they were accepted. */
  readonly instructions?: string;
}

/** Compares what a server says with what was accepted of it. What it says the first time is. */
export async function judge(
  store: KeyValueCache,
  toRun: ServerToRun,
  said: { readonly tools: readonly JsonObject[]; readonly instructions?: string },
  mask: (text: string) => string = (text) => text,
): Promise<Judgement> {
  const { tools } = readTools(said.tools);
  const now = pinsOf(tools, said.instructions, mask);
  const old = await readPins(store, toRun, mask);
  const { changed, added } = comparePins(old ?? now, now);
  if (old && added.length > 0)
    await writePins(store, toRun, acceptPins(old, now, { tools: added, instructions: false }));
  else await carryPins(store, toRun, old ?? now);
  const pinned = (old ?? now).instructions;
  // As the server said them, unless they have changed: only what is kept is masked.
  const instructions = pinned === now.instructions ? said.instructions : pinned;
  const names = new Set(changed.map(({ tool }) => tool));
  return {
    withheld: new Set(tools.map(({ name }) => name).filter((name) => names.has(mask(name)))),
    added,
    ...(instructions !== undefined && { instructions }),
  };
}
