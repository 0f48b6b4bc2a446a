import { readFileSync } from 'node:fs';
import { layerGraph, layerOf, transitiveReduction } from '../layer-graph.ts';
import { layers } from '../layers.mjs';
import { fromRoot } from '../root.mjs';
import { ownImportsOf, readSources } from '../source-files.ts';
import { replaceBetweenMarkers, type Generator } from './generator.ts';

const path = 'docs/architecture.md';

export const layersTable: Generator = {
  path,
  content: () => {
    const page = replaceBetweenMarkers(readFileSync(fromRoot(path), 'utf8'), 'picture', picture());
    return replaceBetweenMarkers(page, 'layers', table());
  },
};

/** The imports in the sources, without transitive ones. */
function picture(): string {
  const program = layerGraph(readSources(fromRoot('src')));
  const graph = transitiveReduction(new Map([...program, ['web', layersOfPage()]]));
  const arrows = [...graph]
    .toReversed()
    .flatMap(([from, to]) => [...to].toSorted().map((name) => `  ${from} --> ${name}`));
  return ['```mermaid', 'flowchart TB', ...arrows, '```'].join('\n');
}

function layersOfPage(): Set<string> {
  const sources = readSources(fromRoot('web', 'src')).map(({ path, text }) => ({ path: `web/src/${path}`, text }));
  const imported = sources.flatMap(ownImportsOf).filter((file) => file.startsWith('src/'));
  return new Set(imported.flatMap((file) => layerOf(file.slice('src/'.length))?.name ?? []));
}

function table(): string {
  const rows = layers.map(({ name, holds, imports, pure }) =>
    row(`\`${name}\``, holds, imports.length > 0 ? imports.join(', ') : 'nothing', pure ? 'yes' : ''),
  );
  return [row('in `src/`', 'contains', 'imports', 'pure'), row('---', '---', '---', '---'), ...rows].join('\n');
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
