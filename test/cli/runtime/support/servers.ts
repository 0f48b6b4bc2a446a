import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Machine, machine } from '../../support/machine.ts';

/** A definition as most files have it. */
export interface Definition {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly [field: string]: unknown;
}

const toolboxFile = fileURLToPath(new URL('../servers/toolbox.mjs', import.meta.url));
const moodyFile = fileURLToPath(new URL('../servers/moody.mjs', import.meta.url));
const countedFile = fileURLToPath(new URL('../servers/counted.sh', import.meta.url));
const misbehavingFile = fileURLToPath(new URL('../../../runtime/servers/stdio.mjs', import.meta.url));

/** A server with tools of all kinds. `marker` is a text to find its process by. */
export function toolbox(more: Definition = {}, marker = ''): Definition {
  return { command: process.execPath, args: [toolboxFile, marker], ...more };
}

/** One that does not do what it should. */
export function misbehaving(how: string, more: Definition = {}, marker = ''): Definition {
  return { command: process.execPath, args: [misbehavingFile, how, marker], ...more };
}

interface MoodyFiles {
  /** What it does; see `moody.mjs`. */
  readonly mood: string;
  /** Gets a line for each start. */
  readonly starts: string;
}

/** A server in a mood. A shell notes its starts, because Node may take longer to begin than the server has. */
export function moody({ mood, starts }: MoodyFiles, more: Definition = {}, ...args: readonly string[]): Definition {
  const env = { MOOD_FILE: mood, STARTS_FILE: starts };
  return { command: '/bin/sh', args: [countedFile, process.execPath, moodyFile, ...args], env, ...more };
}

interface Places {
  readonly user?: Readonly<Record<string, Definition>>;
  /** These came with the project, so they need approval. */
  readonly project?: Readonly<Record<string, Definition>>;
}

/** A machine with these servers. */
export function machineWith({ user = {}, project }: Places): Machine {
  return machine({
    '~/.cursor/mcp.json': JSON.stringify({ mcpServers: user }),
    ...(project && { '.mcp.json': JSON.stringify({ mcpServers: typed(project) }) }),
  });
}

/** Claude Code, whose file `.mcp.json` is, skips a URL without a type. */
function typed(servers: Readonly<Record<string, Definition>>): Record<string, Definition> {
  const named = Object.entries(servers).map(([name, one]) => [name, 'url' in one ? { type: 'http', ...one } : one]);
  return Object.fromEntries(named) as Record<string, Definition>;
}

/** The lines that a server has left in its log. */
export function linesIn(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}
