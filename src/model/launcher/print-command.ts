import { commandReference } from '../reference.ts';
import type { Server } from '../server.ts';

const PRINT = ['plugboard', 'secrets', 'get'];

/** The command that prints a secret, for clients that take values from commands. A scheme such as `Bearer` stays in front. */
export function printCommand(name: string, prefix: string): string {
  return [...PRINT, name, ...(prefix === '' ? [] : ['--prefix', `'${prefix}'`])].join(' ');
}

/** The secret that such a value prints. */
export function printedName(value: string): string | undefined {
  const words = commandReference(value)?.split(' ') ?? [];
  return PRINT.every((word, index) => words[index] === word) ? words[PRINT.length] : undefined;
}

/** The text that such a value prints, with a reference to the secret. */
function printedText(value: string): string | undefined {
  const name = printedName(value);
  if (name === undefined) return undefined;
  const rest = commandReference(value)?.slice(printCommand(name, '').length) ?? '';
  const [, prefix = ''] = /^ --prefix '([^']*)'$/.exec(rest) ?? [];
  return rest === '' || prefix !== '' ? `${prefix}\${${name}}` : undefined;
}

/** Fields in which a client may take values from commands. */
const printing = ['env', 'headers'] as const;

type Values = Readonly<Record<string, string>>;

/** The secrets that our own command prints for a server. */
export function printedNames(server: Server): string[] {
  const texts = printing.flatMap((field): unknown[] => Object.values(server[field] ?? {}));
  return texts.flatMap((text) =>
    typeof text === 'string' && printedText(text) !== undefined ? (printedName(text) ?? []) : [],
  );
}

/** Whether a server has values that our own command prints. */
export function printsSecrets(server: Server): boolean {
  return printedNames(server).length > 0;
}

/** The server with references in place of the values that our own command prints. */
export function withoutPrintCommands(server: Server): Server {
  if (!printsSecrets(server)) return server;
  return changedValues(server, (values) => mapValues(values, (text) => printedText(text) ?? text));
}

/** The server with our command where the entry that it replaces has one, and for other secrets in the same field. */
export function keepPrintCommands(before: Server, server: Server, secrets: ReadonlySet<string>): Server {
  return changedValues(server, (values, field) => {
    const old: Values = before[field] ?? {};
    if (!Object.values(old).some((text) => printedText(text) !== undefined)) return values;
    return mapValues(values, (text, key) => {
      const [, prefix = '', name = ''] = /^([A-Za-z]+ )?\$\{([A-Za-z_]\w*)\}$/.exec(text) ?? [];
      const isPrinted = printedText(old[key] ?? '') === text || secrets.has(name);
      return isPrinted && name !== '' ? `!${printCommand(name, prefix)}` : text;
    });
  });
}

function changedValues(server: Server, change: (values: Values, field: (typeof printing)[number]) => Values): Server {
  const present = printing.flatMap((field) => {
    const values = server[field];
    return values ? [[field, change(values, field)] as const] : [];
  });
  return { ...server, ...Object.fromEntries(present) };
}

function mapValues(values: Values, change: (text: string, key: string) => string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([key, text]) => [key, typeof text === 'string' ? change(text, key) : text]),
  );
}
