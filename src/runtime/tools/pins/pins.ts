import { isMap } from '../../../model/value.ts';
import type { KeyValueCache, ServerToRun } from '../../types.ts';
import { maskDeep, type MaskText } from '../../values/mask-deep.ts';
import { hashOf } from '../canonical.ts';
import type { ListedTool } from '../listed-tool.ts';
import { pinKeys, programKey } from './pinned-server.ts';

/** What a model is told about a tool. */
export interface PinnedDefinition {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

export interface PinnedTool {
  readonly name: string;
  /** Of the name and the definition, whatever the order of keys. */
  readonly hash: string;
  readonly definition: PinnedDefinition;
}

/** The tools and instructions of a server as they were when somebody accepted them. */
export interface Pins {
  readonly instructions?: string;
  /** Sorted by name. */
  readonly tools: readonly PinnedTool[];
  /** Another server had the name before, so what is not among these is not accepted because it is new. */
  readonly isOther?: true;
}

export const pinnedFields = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** What is pinned is kept, so secrets are masked: a server that repeats them is the same with other ones. */
export function pinsOf(tools: readonly ListedTool[], instructions?: string, mask: MaskText = asItIs): Pins {
  const pinned = tools.map(({ name, raw }) => pinTool(mask(name), maskDeep(raw, mask)));
  return { ...(instructions && { instructions: mask(instructions) }), tools: sortByName(pinned) };
}

function asItIs(text: string): string {
  return text;
}

function pinTool(name: string, raw: PinnedDefinition): PinnedTool {
  const fields = pinnedFields.filter((field) => raw[field] !== undefined);
  const definition = Object.fromEntries(fields.map((field) => [field, raw[field]]));
  return { name, hash: hashOf({ name, definition }), definition };
}

export interface Acceptance {
  /** Names of tools, whether they are new, changed or gone. */
  readonly tools: readonly string[];
  readonly instructions: boolean;
}

/** What is pinned from now on: everything as it is now, or only what was accepted. */
export function acceptPins(old: Pins | undefined, now: Pins, accepted?: Acceptance): Pins {
  if (!accepted) return now;
  const isAccepted = ({ name }: PinnedTool): boolean => accepted.tools.includes(name);
  const kept = old?.tools.filter((tool) => !isAccepted(tool)) ?? [];
  const { instructions } = accepted.instructions || !old ? (accepted.instructions ? now : {}) : old;
  const tools = sortByName([...kept, ...now.tools.filter(isAccepted)]);
  const isOther = old?.isOther && now.tools.some(({ name }) => !tools.some((tool) => tool.name === name));
  return { ...(instructions && { instructions }), tools, ...(isOther && { isOther }) };
}

const FORMAT = 1;

/**
 * What was accepted of a server: of its definition, under whatever name, or else of the definition that had its name
 * before. When that one led to another program or address, nothing of it counts.
 */
export async function readPins(
  store: KeyValueCache,
  toRun: ServerToRun,
  mask: MaskText = asItIs,
): Promise<Pins | undefined> {
  const keys = pinKeys(toRun);
  const [own, named] = await Promise.all([store.read(keys.definition), store.read(keys.name)]);
  const pins = pinsIn(own, mask);
  if (pins) return pins;
  const before = pinsIn(named, mask);
  const program = isMap(named) ? named['program'] : undefined;
  const isSame = program === undefined || program === programKey(toRun.server);
  return before && !isSame ? { tools: [], isOther: true } : before;
}

/** A tool whose hash does not fit its definition was not written by us, so it is not pinned. */
function pinsIn(stored: unknown, mask: MaskText): Pins | undefined {
  if (!isMap(stored) || stored['format'] !== FORMAT || !Array.isArray(stored['tools'])) return undefined;
  const tools = stored['tools'].flatMap((tool) => {
    if (!isMap(tool) || typeof tool['name'] !== 'string' || !isMap(tool['definition'])) return [];
    const pinned = pinTool(tool['name'], tool['definition']);
    // They may have been kept before all secrets were known.
    return pinned.hash === tool['hash'] ? [pinTool(mask(pinned.name), maskDeep(pinned.definition, mask))] : [];
  });
  const { instructions } = stored;
  return {
    ...(typeof instructions === 'string' && { instructions: mask(instructions) }),
    tools: sortByName(tools),
    ...(stored['isOther'] === true && { isOther: true }),
  };
}

/** By definition and by name, so that neither another name nor another version of a server is a new one. */
export async function writePins(store: KeyValueCache, toRun: ServerToRun, pins: Pins): Promise<void> {
  for (const key of Object.values(pinKeys(toRun))) await store.write(key, recordOf(pins, toRun));
}

/** Lets what was accepted stay the measure for a definition or name that has none yet. */
export async function carryPins(store: KeyValueCache, toRun: ServerToRun, pins: Pins): Promise<void> {
  for (const key of Object.values(pinKeys(toRun)))
    if (!pinsIn(await store.read(key), asItIs)) await store.write(key, recordOf(pins, toRun));
}

function recordOf(pins: Pins, { server }: ServerToRun): object {
  return { format: FORMAT, program: programKey(server), ...pins };
}

function sortByName(tools: readonly PinnedTool[]): PinnedTool[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
