import type { Server } from '../../../model/server.ts';
import { setOwn } from '../../../model/value.ts';
import { programOf } from '../program.ts';

/** Programs that start servers: always, or when followed by one of these words. */
const starters: Readonly<Record<string, RegExp>> = {
  npx: /./,
  bunx: /./,
  pnpx: /./,
  uvx: /./,
  dnx: /./,
  pnpm: /^(?:dlx|exec)$/,
  yarn: /^dlx$/,
  npm: /^(?:exec|x)$/,
  bun: /^(?:x|run)$|\.[mc]?[jt]sx?$/,
  uv: /^(?:run|tool)$/,
  pipx: /^run$/,
  docker: /^(?:run|exec)$/,
  podman: /^(?:run|exec)$/,
  nerdctl: /^run$/,
  go: /^run$/,
  cargo: /^run$/,
  deno: /^run$/,
  dotnet: /^run$|\.dll$/,
  java: /^-/,
  node: /[./\\]|^-/,
  tsx: /[./\\]/,
  'ts-node': /[./\\]/,
  python: /[./\\]|^-/,
  python3: /[./\\]|^-/,
  py: /[./\\]|^-/,
  ruby: /[./\\]/,
  php: /[./\\]/,
  cmd: /^\/c$/i,
};

/** Whether servers are commonly started with this program. */
export function isStarter(command: string): boolean {
  return Object.hasOwn(starters, programOf(command));
}

/** Whether these words start a server. Prose starts with a capital letter, programs do not. */
export function isStart([first, ...rest]: readonly string[]): boolean {
  if (first === undefined || !(/[/\\]/.test(first) || first === first.toLowerCase())) return false;
  const program = programOf(first);
  const following = Object.hasOwn(starters, program) ? starters[program] : undefined;
  return following !== undefined && rest.some((word) => following.test(word));
}

/** Returns the server started by these words. */
export function startedServer(words: readonly string[], env: Readonly<Record<string, string>> = {}): Server {
  const [command = '', ...given] = words;
  const args = isContainer(command) ? given.map(withoutEmptyValue) : given;
  const all = { ...env };
  for (const name of passedOn(command, args)) if (!Object.hasOwn(all, name)) setOwn(all, name, `\${${name}}`);
  return {
    transport: 'stdio',
    command,
    ...(args.length > 0 ? { args } : {}),
    ...(Object.keys(all).length > 0 ? { env: all } : {}),
  };
}

function isContainer(command: string): boolean {
  return /^(?:docker|podman|nerdctl)$/.test(programOf(command));
}

/** `-e NAME=` in instructions is a value to fill in, so the container inherits the variable instead. */
function withoutEmptyValue(word: string, at: number, all: readonly string[]): string {
  const isValue = /^(?:-e|--env)$/.test(all[at - 1] ?? '');
  const empty = isValue ? /^([A-Za-z_]\w*)=$/ : /^((?:-e|--env=)[A-Za-z_]\w*)=$/;
  return empty.exec(word)?.[1] ?? word;
}

/** Variables that a container inherits, so they must be set outside it. */
function passedOn(command: string, args: readonly string[]): string[] {
  if (!isContainer(command)) return [];
  const names: string[] = [];
  for (const [index, word] of args.entries()) {
    const attached = /^(?:-e|--env)=?([A-Za-z_]\w*)$/.exec(word)?.[1];
    const value = /^(?:-e|--env)$/.test(word) ? args[index + 1] : attached;
    if (value !== undefined && /^[A-Za-z_]\w*$/.test(value)) names.push(value);
  }
  return names;
}
