import { maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import type { CommandContext } from '../program/command-context.ts';

/**
 * Reports uncaught errors instead of exiting, so other clients are still served. Returns a function that removes the
 * handlers.
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
