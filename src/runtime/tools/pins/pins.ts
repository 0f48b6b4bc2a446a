import { isMap } from '../../../model/value.ts';
import type { KeyValueCache, ServerToRun } from '../../types.ts';
import { maskDeep, type MaskText } from '../../values/mask-deep.ts';
import { hashOf } from '../canonical.ts';
import type { ListedTool } from '../listed-tool.ts';
import { pinKeys, programKey } from './pinned-server.ts';

/** The part of a tool definition that a model sees. */
export interface PinnedDefinition {
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

export interface PinnedTool {
  readonly name: string;
  /** Hash of name and definition, independent of key order. */
  readonly hash: string;
  readonly definition: PinnedDefinition;
}

/** The tools and instructions of a server as a person accepted them. */
export interface Pins {
  readonly instructions?: string;
  /** Sorted by name. */
  readonly tools: readonly PinnedTool[];
  /** A different server had this name before, so tools that are not listed here are not accepted as new ones. */
  readonly isOther?: true;
}

export const pinnedFields = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** Pins are stored, so secrets are masked; a server that echoes secrets compares equal after they change. */
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
  /** Names of tools that are new, changed or removed. */
  readonly tools: readonly string[];
  readonly instructions: boolean;
}

/** The new pins: everything as it is now, or only what was accepted. */
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
 * Reads the pins by definition, or else by name. If the name belonged to a different program or URL, nothing counts as
 * accepted.
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

/** A tool whose hash does not match was not written by us, so it is ignored. */
function pinsIn(stored: unknown, mask: MaskText): Pins | undefined {
  if (!isMap(stored) || stored['format'] !== FORMAT || !Array.isArray(stored['tools'])) return undefined;
  const tools = stored['tools'].flatMap((tool) => {
    if (!isMap(tool) || typeof tool['name'] !== 'string' || !isMap(tool['definition'])) return [];
    const pinned = pinTool(tool['name'], tool['definition']);
    // They may have been stored before all secrets were known.
    return pinned.hash === tool['hash'] ? [pinTool(mask(pinned.name), maskDeep(pinned.definition, mask))] : [];
  });
  const { instructions } = stored;
  return {
    ...(typeof instructions === 'string' && { instructions: mask(instructions) }),
    tools: sortByName(tools),
    ...(stored['isOther'] === true && { isOther: true }),
  };
}

/** Writes by definition and by name, so that neither a rename nor an upgrade makes it a new server. */
export async function writePins(store: KeyValueCache, toRun: ServerToRun, pins: Pins): Promise<void> {
  for (const key of Object.values(pinKeys(toRun))) await store.write(key, recordOf(pins, toRun));
}

/** Copies pins to a definition or name that has none yet. */
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
