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

/** Whether references in this field are shell variables. */
export function isForShell({ command }: Server, field: string): boolean {
  return field === 'args' && /^(?:.*[/\\])?(?:ba|da|z|fi)?sh$/.test(String(command));
}
