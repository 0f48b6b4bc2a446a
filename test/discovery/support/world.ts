import type { Host } from '../../../src/model/host.ts';
import { nodeHost } from '../../../src/store/host/node-host.ts';

export const home = '/home/me';
export const project = '/home/me/code/app';

/** Paths start with `~/` for the home, `./` for the project, or are absolute. Objects are written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

export interface World {
  readonly host: Host;
  readonly reads: string[];
  /** The most files that were open at the same time. */
  mostOpen(): number;
}

/** A machine that has these files and no others. `delayOf` decides in which order reads end. */
export function world(files: Files, delayOf: (path: string) => number = () => 0): World {
  const contents = new Map(Object.entries(files).map(([path, content]) => [absolute(path), bytesOf(content)]));
  const reads: string[] = [];
  let open = 0;
  let mostOpen = 0;
  const node = nodeHost();
  const host: Host = {
    ...node,
    home,
    cwd: project,
    env: {},
    platform: 'linux',
    fs: {
      ...node.fs,
      async readFile(path) {
        reads.push(path);
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        const delay = delayOf(path);
        if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
        else await Promise.resolve();
        open -= 1;
        const found = contents.get(path);
        if (!found) throw Object.assign(new Error('permission denied'), { code: 'EACCES' });
        return found;
      },
      kindOf: (path) => Promise.resolve(contents.has(path) ? 'file' : undefined),
    },
  };
  return { host, reads, mostOpen: () => mostOpen };
}

export function absolute(path: string): string {
  return path.replace(/^~/, home).replace(/^\.(?=\/)/, project);
}

function bytesOf(content: unknown): Uint8Array | undefined {
  if (content === undefined || content instanceof Uint8Array) return content;
  return new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
}

/** The usual shape of a file with servers. */
export function servers(map: Readonly<Record<string, unknown>>): unknown {
  return { mcpServers: map };
}
