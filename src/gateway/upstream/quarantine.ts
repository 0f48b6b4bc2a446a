import { readTools } from '../../runtime/tools/listed-tool.ts';
import { comparePins } from '../../runtime/tools/pins/compare-pins.ts';
import { hasLockedInstructions, unlockedTools } from '../../runtime/tools/pins/locked-tools.ts';
import { acceptPins, carryPins, pinsOf, readPins, writePins } from '../../runtime/tools/pins/pins.ts';
import type { KeyValueCache, ServerToRun } from '../../runtime/types.ts';
import type { JsonObject } from '../session/session.ts';
import { ValueRace } from '../state/gateway-state.ts';

export interface PinCheck {
  /** Tools that differ from their pins. */
  readonly withheld: ReadonlySet<string>;
  /** The pins could not be read, so that all tools are withheld. */
  readonly isUnverified?: true;
  /** New tools. They are offered and pinned now. */
  readonly added: readonly string[];
  /** The pinned instructions. */
  readonly instructions?: string;
}

/** Like `checkPins`. If another replica pins the same tools at the same time, its pins count. */
export async function checkPinsOnce(...args: Parameters<typeof checkPins>): Promise<PinCheck> {
  try {
    return await checkPins(...args);
  } catch (error) {
    if (!(error instanceof ValueRace)) throw error;
    return checkPins(...args);
  }
}

/** Compares the tools and instructions of a server with its pins. Without pins, they are pinned as they are. */
export async function checkPins(
  store: KeyValueCache,
  toRun: ServerToRun,
  said: { readonly tools: readonly JsonObject[]; readonly instructions?: string },
  mask: (text: string) => string = (text) => text,
): Promise<PinCheck> {
  const { tools } = readTools(said.tools);
  const now = pinsOf(tools, said.instructions, mask);
  const old = await readPins(store, toRun, mask);
  const { changed, added: unpinned } = comparePins(old ?? now, now);
  const unlocked = unlockedTools(toRun.locked, now);
  const added = unpinned.filter((name) => !unlocked.includes(name));
  if (old && added.length > 0)
    await writePins(store, toRun, acceptPins(old, now, { tools: added, instructions: false }));
  else await carryPins(store, toRun, old ?? now);
  const pinned = (old ?? now).instructions;
  // Pins are masked, so unchanged instructions are taken from the server.
  const known = pinned === now.instructions ? said.instructions : pinned;
  const instructions = hasLockedInstructions(toRun.locked, now) ? known : undefined;
  const names = new Set([...changed.map(({ tool }) => tool), ...unlocked]);
  return {
    withheld: new Set(tools.map(({ name }) => name).filter((name) => names.has(mask(name)))),
    added,
    ...(instructions !== undefined && { instructions }),
  };
}
