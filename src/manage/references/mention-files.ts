import { resolvePath } from '../../clients/paths.ts';
import { clients } from '../../clients/registry.ts';
import type { Client } from '../../clients/types.ts';
import type { Host } from '../../model/host.ts';
import { surroundingsOf } from '../plan/target.ts';

/** A file that may name a server or its tools. */
export interface MentionFile {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'settings' | 'agent';
  /** The key in the head of a subagent that lists servers by name. */
  readonly serversKey?: string | undefined;
}

/** Deeper folders of subagents are not searched; a link could lead around in circles. */
const DEEPEST = 8;

/** The clients whose other files name tools of servers. */
export const mentioningClients: readonly Client[] = Object.values(clients as Record<string, Client>).filter(
  ({ toolMentions }) => toolMentions !== undefined,
);

/** The settings and subagents here in which a server or its tools may be named. */
export async function mentionFiles(host: Host): Promise<MentionFile[]> {
  const found = mentioningClients.map(async ({ toolMentions }) => {
    const { settings = [], agents = [], agentServers, baseVariable } = toolMentions ?? {};
    const resolve = (path: string): string => resolvePath(path, surroundingsOf(host), baseVariable);
    const inFolders = await Promise.all(agents.map(async (folder) => markdownIn(host, resolve(folder), DEEPEST)));
    return [
      ...settings.map((path): MentionFile => ({ path: resolve(path), kind: 'settings' })),
      ...inFolders.flat().map((path): MentionFile => ({ path, kind: 'agent', serversKey: agentServers })),
    ];
  });
  const files = (await Promise.all(found)).flat();
  const kinds = await Promise.all(files.map(async ({ path }) => host.fs.kindOf(path)));
  return files.filter((_, at) => kinds[at] === 'file');
}

async function markdownIn(host: Host, folder: string, levels: number): Promise<string[]> {
  const names = await host.fs.readDirectory(folder).catch(() => []);
  const found = names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(async (name) => {
      const path = `${folder}/${name}`;
      if (name.endsWith('.md')) return [path];
      const isFolder = levels > 0 && (await host.fs.kindOf(path).catch(() => undefined)) === 'directory';
      return isFolder ? markdownIn(host, path, levels - 1) : [];
    });
  return (await Promise.all(found)).flat();
}
