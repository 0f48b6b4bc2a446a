import { commandReference } from '../reference.ts';

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
