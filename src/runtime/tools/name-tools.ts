import { nameParts } from '../../model/tool-name.ts';
import { hashOf } from './canonical.ts';

/** Maximum length of a tool name that models accept. */
export const longestToolName = 64;

export interface RawToolName {
  readonly server: string;
  readonly tool: string;
}

export interface NamedTool extends RawToolName {
  readonly name: string;
}

/** Why tools did not get their regular name. */
export interface NameWarning {
  readonly kind: 'collision' | 'shortened';
  /** The colliding name, or the one that is too long. */
  readonly name: string;
  readonly tools: readonly NamedTool[];
}

/** Derives the server and tool parts of a name. */
export type SpellParts = typeof nameParts;

/** Hash lengths to try until a name is unique. */
const suffixes = [0, 6, 12, 32] as const;

/**
 * Assigns unique names that depend on the set of tools but not on their order. If several tools collide, none gets the
 * plain name: otherwise a later tool could take the place of a trusted one.
 */
export function nameTools(
  tools: readonly RawToolName[],
  spell: SpellParts = nameParts,
): { tools: NamedTool[]; warnings: NameWarning[] } {
  const spellings = new Map(tools.map((tool) => [rawKey(tool), new Spelling(tool, spell)]));
  const all = [...spellings.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, spelling]) => spelling);
  const warnings: { kind: NameWarning['kind']; name: string; of: Spelling[] }[] = [];
  for (const spelling of all.filter(({ name }) => name.length > longestToolName)) {
    warnings.push({ kind: 'shortened', name: spelling.name, of: [spelling] });
    spelling.lengthen();
  }
  for (let clashes = sameNames(all); clashes.length > 0; clashes = sameNames(all)) {
    for (const of of clashes) warnings.push({ kind: 'collision', name: of[0]?.name ?? '', of });
    if (!clashes.flat().some((spelling) => spelling.mayLengthen)) break;
    for (const spelling of clashes.flat()) spelling.lengthen();
  }
  return {
    tools: tools.map(({ server, tool }) => ({
      server,
      tool,
      name: spellings.get(rawKey({ server, tool }))?.name ?? '',
    })),
    warnings: warnings.map(({ kind, name, of }) => ({ kind, name, tools: of.map((spelling) => spelling.named()) })),
  };
}

/** Raw names may contain any character, so no separator is safe. */
export function rawKey({ server, tool }: RawToolName): string {
  return JSON.stringify([server, tool]);
}

function sameNames(spellings: readonly Spelling[]): Spelling[][] {
  const groups = new Map<string, Spelling[]>();
  for (const spelling of spellings) {
    const group = groups.get(spelling.name);
    if (group) group.push(spelling);
    else groups.set(spelling.name, [spelling]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** A tool name with as much of a hash as needed. */
class Spelling {
  name: string;
  readonly #raw: RawToolName;
  readonly #parts: SpellParts;
  #level = 0;

  constructor(raw: RawToolName, parts: SpellParts) {
    this.#raw = raw;
    this.#parts = parts;
    this.name = this.#spell(Number.POSITIVE_INFINITY);
  }

  get mayLengthen(): boolean {
    return this.#level < suffixes.length - 1;
  }

  lengthen(): void {
    if (!this.mayLengthen) return;
    this.#level += 1;
    const length = suffixes[this.#level] ?? 0;
    this.name = `${this.#spell(longestToolName - 1 - length)}_${letters(this.#raw).slice(0, length)}`;
  }

  named(): NamedTool {
    return { ...this.#raw, name: this.name };
  }

  /** Truncates the server part more than the tool part. */
  #spell(room: number): string {
    const { serverPart, toolPart } = this.#parts(this.#raw.server, this.#raw.tool);
    const free = room - 'mcp__'.length;
    const forServer = Math.max(free - toolPart.length, Math.floor(free / 3));
    const server = cut(serverPart, forServer);
    return `mcp_${server}_${cut(toolPart, free - server.length)}`;
  }
}

function cut(part: string, length: number): string {
  return part.slice(0, length).replace(/_$/, '');
}

/** The hash of the raw name, in letters only. */
function letters({ server, tool }: RawToolName): string {
  return hashOf([server, tool]).replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '');
}
