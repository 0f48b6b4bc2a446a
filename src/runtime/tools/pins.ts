import { isMap } from '../../model/value.ts';
import type { KeyValueCache, ServerToRun } from '../types.ts';
import { maskDeep, type MaskText } from '../values/mask-deep.ts';
import { hashOf } from './canonical.ts';
import type { ListedTool } from './listed-tool.ts';

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
  return { ...(instructions && { instructions }), tools: sortByName([...kept, ...now.tools.filter(isAccepted)]) };
}

const FORMAT = 1;

/** A tool whose hash does not fit its definition was not written by us, so it is not pinned. */
export async function readPins(
  store: KeyValueCache,
  toRun: ServerToRun,
  mask: MaskText = asItIs,
): Promise<Pins | undefined> {
  const stored = await store.read(pinKey(toRun));
  if (!isMap(stored) || stored['format'] !== FORMAT || !Array.isArray(stored['tools'])) return undefined;
  const tools = stored['tools'].flatMap((tool) => {
    if (!isMap(tool) || typeof tool['name'] !== 'string' || !isMap(tool['definition'])) return [];
    const pinned = pinTool(tool['name'], tool['definition']);
    // They may have been kept before all secrets were known.
    return pinned.hash === tool['hash'] ? [pinTool(mask(pinned.name), maskDeep(pinned.definition, mask))] : [];
  });
  const { instructions } = stored;
  return { ...(typeof instructions === 'string' && { instructions: mask(instructions) }), tools: sortByName(tools) };
}

export async function writePins(store: KeyValueCache, toRun: ServerToRun, pins: Pins): Promise<void> {
  await store.write(pinKey(toRun), { format: FORMAT, ...pins });
}

/** By name and project: what a newer version of a server changes is a difference as well. */
export function pinKey({ name, origin }: ServerToRun): string {
  return `pins-${hashOf([name, origin?.project])}`;
}

function sortByName(tools: readonly PinnedTool[]): PinnedTool[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
