import type { Server } from '../server.ts';

/** Whether the server is started through the command interpreter of Windows. */
export function isCmdWrapper({ command, args }: Server): boolean {
  if (typeof command !== 'string' || !/^(?:.*[/\\])?cmd(?:\.exe)?$/i.test(command)) return false;
  return Array.isArray(args) && /^\/[ck]$/i.test(String(args[0])) && args.length > 1;
}

/** The server without the interpreter around it. */
export function unwrapped(server: Server): Server {
  if (!isCmdWrapper(server)) return server;
  const [, command = '', ...args] = server.args ?? [];
  return { ...server, command, args };
}

/** The server with the interpreter around it. */
export function throughCmd(server: Server): Server {
  return { ...server, command: 'cmd', args: ['/c', server.command ?? '', ...(server.args ?? [])] };
}

/** Commands that the interpreter runs itself; no program has these names. */
const builtIn =
  /^(?:assoc|call|cd|chdir|cls|copy|date|del|dir|echo|endlocal|erase|exit|for|ftype|goto|if|md|mkdir|mklink|move|path|pause|popd|prompt|pushd|rd|ren|rename|rmdir|set|setlocal|start|time|title|type|ver|verify|vol)$/i;

/** Characters that the interpreter would treat as syntax. */
export const cmdSyntax = /[&|<>^%]/;

/**
 * The server without the interpreter, if that only starts a program: this form works on every system. A definition that
 * uses the interpreter for more is returned as it is.
 */
export function portable(server: Server): Server {
  if (!isCmdWrapper(server) || !/^\/c$/i.test(String(server.args?.[0]))) return server;
  const plain = unwrapped(server);
  const { command = '', args = [] } = plain;
  const texts = [command, ...args].map(String);
  const needsInterpreter = command === '' || builtIn.test(command) || texts.some((text) => cmdSyntax.test(text));
  // One argument with a whole command line is split by the interpreter.
  return needsInterpreter || (args.length === 0 && /\s/.test(command)) ? server : plain;
}

/** Whether references in this field are shell variables. */
export function isForShell({ command }: Server, field: string): boolean {
  return field === 'args' && /^(?:.*[/\\])?(?:ba|da|z|fi)?sh$/.test(String(command));
}
