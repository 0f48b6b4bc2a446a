import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Box, box } from '../../store/support/box.ts';

/** A machine with a directory of config sets; names are relative to that directory. */
export interface SetsBox extends Box {
  readonly directory: string;
  /** Objects are written as JSON. Returns the path. */
  put(name: string, content: unknown): string;
  /** A symbolic link. Returns its path. */
  link(name: string, target: string): string;
}

export function setsBox(): SetsBox {
  const inBox = box();
  const directory = inBox.path('home/.claude/mcp-configs');
  mkdirSync(directory, { recursive: true });
  const env = { ...inBox.host.env };
  for (const name of ['PLUGBOARD_CONFIG_DIR', 'CCMCP_CONFIG_DIR']) delete env[name];
  return {
    ...inBox,
    host: { ...inBox.host, env },
    directory,
    put(name, content) {
      const path = `${directory}/${name}`;
      mkdirSync(dirname(path), { recursive: true });
      const isText = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(path, isText ? content : JSON.stringify(content));
      return path;
    },
    link(name, target) {
      symlinkSync(target, `${directory}/${name}`);
      return `${directory}/${name}`;
    },
  };
}

/** A set with one stdio server for each name. */
export function servers(...names: string[]): unknown {
  return { mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])) };
}
