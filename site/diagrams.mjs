import { Graphviz } from '@hpcc-js/wasm-graphviz';

// Drawn while the site is built: readers need no script and no network.
const graphviz = await Graphviz.load();

const look = `bgcolor=transparent nodesep=0.2 ranksep=0.35
  node [shape=box fontname=Arial fontsize=14 height=0.4 margin="0.15,0.05"]
  edge [arrowsize=0.7]`;

/** The brackets around the label of a node say its shape. */
const shapes = [
  { brackets: /^(\w+)$/, style: '' },
  { brackets: /^(\w+)\[([\w /]+)\]$/, style: 'shape=box' },
  { brackets: /^(\w+)\(\[([\w /]+)\]\)$/, style: 'style=rounded' },
  { brackets: /^(\w+)\[\(([\w /]+)\)\]$/, style: 'shape=cylinder' },
];

/**
 * A Mermaid flowchart as SVG, whose colors come from the style sheet. It reads what the pages use: nodes of four shapes,
 * `-->` and `&`. Anything else fails, so that no part of a picture is missing.
 *
 * @param {string} source
 */
export function drawDiagram(source) {
  const [header = '', ...lines] = source.trim().split(/\s*\n\s*/);
  const [, direction] = /^flowchart (LR|TB)$/.exec(header) ?? refuse(header);
  const statements = lines.flatMap((line) => {
    const groups = line.split(' --> ').map((group) => group.split(' & ').map((text) => readNode(text) ?? refuse(line)));
    const arrows = groups.map((nodes) => `{ ${nodes.map(({ id }) => id).join(' ')} }`).join(' -> ');
    return [...groups.flat().map(({ declared }) => declared), arrows];
  });
  const svg = graphviz.dot(`digraph { rankdir=${direction} ${look}\n${statements.join('\n')} }`);
  // Its points are our pixels. Ids would repeat in a page with two pictures, and titles are names within the source.
  return svg
    .slice(svg.indexOf('<svg'))
    .replaceAll(/<!--.*?-->\n?|<title>.*?<\/title>\n?| id="[^"]*"/gs, '')
    .replace(/width="(\d+)pt" height="(\d+)pt"/, (_, width, height) => {
      return `width="${width}" height="${height}" style="min-width: ${Math.round(width * 0.75)}px"`;
    });
}

/** @param {string} text */
function readNode(text) {
  for (const { brackets, style } of shapes) {
    const [, id, label] = brackets.exec(text) ?? [];
    if (id) return { id, declared: label ? `${id} [label="${label}" ${style}]` : id };
  }
}

/**
 * @param {string} line
 * @returns {never}
 */
function refuse(line) {
  throw new Error(`site/diagrams.mjs cannot draw this line of a diagram: ${line}`);
}
