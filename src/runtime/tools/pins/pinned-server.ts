import { runDefinition } from '../../../model/run-definition.ts';
import { inferTransport, type Server } from '../../../model/server.ts';
import type { ServerToRun } from '../../types.ts';
import { hashOf } from '../canonical.ts';

/** Under which keys it is kept what was accepted of a server. */
export interface PinKeys {
  /** Of the definition, whatever it is called and whose file it stands in. */
  readonly definition: string;
  /** Of the name: a newer version of a server is another definition, and what it changes is a difference as well. */
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
 * Stands for the program or the address behind a definition, without its version, options and values: as long as it is
 * the same, a definition was edited, otherwise another server has taken the name.
 */
export function programKey(server: Server): string {
  if (inferTransport(server) !== 'stdio') return hashOf(['url', addressOf(String(server.url))]);
  const words = textsIn(server.args).filter((word) => !word.startsWith('-') && !STEPS.has(word));
  // Programs such as mcp-remote are only a way to an address.
  const addresses = words.filter((word) => /^https?:/.test(word)).map(addressOf);
  return hashOf(['command', server.command, words[0]?.replace(VERSION, ''), addresses]);
}

/** What comes before the name of a package, an image or a script. */
const STEPS = new Set(['run', 'exec', 'x', 'dlx', 'tool', 'container', '/c', '/C', '/k']);

const VERSION = /(?<=.)(?:@|==|:)[^@/:=\\]*$/;

/** Without parameters, which may hold a secret that is exchanged. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return url.replace(/[?#].*$/s, '');
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Whether the same words mean another program in another directory. */
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
