import { maskLine } from '../../model/secret.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * The last resort of a program that serves several clients: an error that nothing else has caught is reported, and the
 * others are served on. Returns the function that ends it.
 */
export function keepServing({ output }: CommandContext): () => void {
  const report = (error: unknown): void => {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    output.talk(faultText(message));
    for (const line of maskLine(stack).split('\n')) output.detail(visible(line));
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
  return () => {
    process.off('uncaughtException', report);
    process.off('unhandledRejection', report);
  };
}

export function faultText(reason: string, server?: string): string {
  const where = server === undefined ? '' : `${visible(server)}: `;
  return `${where}Internal error: ${visible(maskLine(reason))}`;
}
