import { nameParts } from '../../model/tool-name.ts';
import { hashOf } from './canonical.ts';

/** What models accept as the name of a tool. */
export const longestToolName = 64;

export interface RawToolName {
  readonly server: string;
  readonly tool: string;
}

export interface NamedTool extends RawToolName {
  readonly name: string;
}

/** Why tools do not have the name the rules alone would give them. */
export interface NameWarning {
  readonly kind: 'collision' | 'shortened';
  /** The name that several tools would have, or that is too long. */
  readonly name: string;
  readonly tools: readonly NamedTool[];
}

/** Server and tool as they stand in a name. */
export type SpellParts = typeof nameParts;

/** Letters of the hash behind a name. A name that is still not the only one gets more of them. */
const suffixes = [0, 6, 12, 32] as const;

/**
 * Gives every tool a name of its own. It depends on which tools there are and not on their order. Where several would
 * have one name, none of them gets it: otherwise a tool that comes later could take the place of one that is trusted.
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

/** Raw names hold any character, so no separator is safe. */
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

/** The name of one tool, with as much of a hash as it needs. */
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

  /** Of a name that is too long, the tool keeps more than the server does. */
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

/** The hash of the raw name in the letters a name may have. */
function letters({ server, tool }: RawToolName): string {
  return hashOf([server, tool]).replaceAll(/./g, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)] ?? '');
}
