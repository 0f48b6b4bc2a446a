import type { CellWord } from '../../../../../src/api/contract/matrix.ts';
import type { Cells } from '../../../components/sync/server-cells.ts';

export interface MapNode {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly y: number;
}

export interface MapEdge {
  readonly server: string;
  readonly client: string;
  readonly word: CellWord;
  readonly path: string;
}

export interface MapLayout {
  readonly width: number;
  readonly height: number;
  readonly servers: readonly MapNode[];
  readonly clients: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** Positions and sizes of boxes. */
export const box = { width: 240, height: 30, step: 38, top: 12, right: 540 } as const;

/** Cell states in which the file has the server. */
export const reaches: ReadonlySet<CellWord> = new Set(['same', 'differs', 'conflict', 'off', 'only-here', 'ignored']);

/** Servers on the left, client files on the right, a line wherever a file has a server. */
export function mapLayout({ columns, rows }: Cells): MapLayout {
  const height = Math.max(rows.length, columns.length) * box.step + box.top * 2;
  const place = (index: number, count: number): number => ((index + 0.5) * (height - box.top * 2)) / count + box.top;
  const servers = rows.map(({ name, inCatalog }, index) => ({
    key: name,
    title: name,
    note: inCatalog ? '' : 'not in catalog',
    y: place(index, rows.length),
  }));
  const clients = columns.map(({ client, scope, clientName }, index) => ({
    key: `${client}:${scope}`,
    title: clientName,
    note: scope,
    y: place(index, columns.length),
  }));
  const edges = rows.flatMap(({ name, cells }, from) =>
    cells.flatMap(({ word }, to) => {
      const [server, client] = [servers[from], clients[to]];
      if (!server || !client || !reaches.has(word)) return [];
      return [{ server: name, client: client.key, word, path: curve(server.y, client.y) }];
    }),
  );
  return { width: box.right + box.width + 20, height, servers, clients, edges };
}

function curve(from: number, to: number): string {
  const [left, right] = [20 + box.width, box.right];
  const middle = (left + right) / 2;
  return `M${left} ${from}C${middle} ${from} ${middle} ${to} ${right} ${to}`;
}
