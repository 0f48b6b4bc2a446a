import { runDefinition } from '../../../model/run-definition.ts';
import { inferTransport, type Server } from '../../../model/server.ts';
import type { ServerToRun } from '../../types.ts';
import { hashOf } from '../canonical.ts';

/** Storage keys of the accepted tools of a server. */
export interface PinKeys {
  /** By definition, whatever its name or file. */
  readonly definition: string;
  /** By name: a new version of a server is a new definition, and its changes must still be detected. */
  readonly name: string;
}

export function pinKeys({ name, server, origin }: ServerToRun): PinKeys {
  const place = isPlaceBound(server) ? origin?.project : undefined;
  return {
    definition: `pins-of-${hashOf([runDefinition(server), place])}`,
    name: `pins-${hashOf([name, origin?.project])}`,
  };
}

/**
 * Identifies the program or URL of a definition, without version, options and values. If it is unchanged, the
 * definition was edited; otherwise a different server has taken the name.
 */
export function programKey(server: Server): string {
  if (inferTransport(server) !== 'stdio') return hashOf(['url', addressOf(String(server.url))]);
  const words = textsIn(server.args).filter((word) => !word.startsWith('-') && !STEPS.has(word));
  // Programs such as mcp-remote only connect to a URL.
  const addresses = words.filter((word) => /^https?:/.test(word)).map(addressOf);
  return hashOf(['command', server.command, words[0]?.replace(VERSION, ''), addresses]);
}

/** Words before the name of a package, image or script. */
const STEPS = new Set(['run', 'exec', 'x', 'dlx', 'tool', 'container', '/c', '/C', '/k']);

const VERSION = /(?<=.)(?:@|==|:)[^@/:=\\]*$/;

/** Without the query, which may contain a secret that changes. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return url.replace(/[?#].*$/s, '');
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Whether the definition refers to a different program in another directory. */
function isPlaceBound({ command, cwd, args, ...server }: Server): boolean {
  if (inferTransport({ ...server, command }) !== 'stdio') return false;
  const isPath = (text: unknown): text is string => typeof text === 'string' && /[/\\]/.test(text);
  if (isPath(command) && !isAbsolute(command)) return true;
  if (typeof cwd === 'string' && !isAbsolute(cwd)) return true;
  return textsIn(args).some((word) => !isAbsolute(word) && RELATIVE.test(word));
}

function isAbsolute(path: string): boolean {
  return /^(?:[/~\\]|[A-Za-z]:[/\\]|[a-z][\w+.-]*:\/\/)/.test(path);
}

const RELATIVE = /^\.{1,2}(?:[/\\]|$)|^[^-@].*\.(?:[cm]?[jt]s|py|sh|rb|php|pl|jar)$|\$\{?(?:workspaceFolder|PWD)\b/;

function textsIn(values: unknown): string[] {
  return Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [];
}
