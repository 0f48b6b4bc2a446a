import { layers } from './layers.mjs';
import { ownImportsOf, type Source } from './source-files.ts';

/** For each node the nodes it imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function layerOf(path: string): (typeof layers)[number] | undefined {
  return layers.find(({ name }) => path.startsWith(`${name}/`));
}

/** The layers that each layer imports, type imports included, in the order of the table. */
export function layerGraph(sources: readonly Source[]): Graph {
  const used = new Map(layers.map(({ name }) => [name, new Set<string>()]));
  for (const source of sources) {
    const own = layerOf(source.path)?.name;
    for (const path of ownImportsOf(source)) {
      const other = layerOf(path)?.name;
      if (own !== undefined && other !== undefined && other !== own) used.get(own)?.add(other);
    }
  }
  return used;
}

/** The smallest graph with the same paths: an edge is left out when another path leads to the same node. */
export function transitiveReduction(graph: Graph): Graph {
  return new Map(
    [...graph].map(([node, targets]) => {
      const others = (target: string): string[] => [...targets].filter((other) => other !== target);
      const isImplied = (target: string): boolean => others(target).some((other) => reaches(graph, other, target));
      return [node, new Set([...targets].filter((target) => !isImplied(target)))];
    }),
  );
}

function reaches(graph: Graph, from: string, to: string): boolean {
  return from === to || [...(graph.get(from) ?? [])].some((next) => reaches(graph, next, to));
}
