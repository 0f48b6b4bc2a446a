import { readFileSync } from 'node:fs';
import { layers } from '../layers.mjs';
import { fromRoot } from '../root.mjs';
import { replaceBetweenMarkers, type Generator } from './generator.ts';

const path = 'docs/architecture.md';

export const layersTable: Generator = {
  path,
  content: () => replaceBetweenMarkers(readFileSync(fromRoot(path), 'utf8'), 'layers', table()),
};

function table(): string {
  const rows = layers.map(({ name, holds, imports, pure }) =>
    row(`\`${name}\``, holds, imports.length > 0 ? imports.join(', ') : 'nothing', pure ? 'yes' : ''),
  );
  return [row('in `src/`', 'holds', 'may import', 'pure'), row('---', '---', '---', '---'), ...rows].join('\n');
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
