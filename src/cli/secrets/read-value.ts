import { describe, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { readStandardInput } from '../input/standard-input.ts';
import { isTerminal } from '../output/standard-streams.ts';
import type { CommandContext } from '../program/command-context.ts';

/** A new value: from a hidden prompt at a terminal, or from standard input. One line break at the end is not part of it. */
export async function readValue(context: CommandContext, name: string, given: string | undefined): Promise<string> {
  if (given !== undefined) {
    const { message } = describe(diagnostic('secret-as-argument', { name }));
    context.output.warn({ code: 'secret-as-argument', message });
    return expectText(given);
  }
  if (!isTerminal('stdin')) return expectText((await readStandardInput()).toString().replace(/\r?\n$/, ''));
  if (!context.interactive) throw new PlugboardError('usage', { message: 'Give the value on standard input' });
  const { askHidden } = await import('../input/ask.ts');
  return expectText(await askHidden(`Value of ${name}`));
}

function expectText(value: string): string {
  if (value === '') throw new PlugboardError('usage', { message: 'The value is empty' });
  if (value.includes('\0')) throw new PlugboardError('usage', { message: 'The value contains a null character' });
  // What Node makes of bytes that are not UTF-8; the value would be another one.
  if (value.includes('\uFFFD')) throw new PlugboardError('usage', { message: 'The value is not text in UTF-8' });
  return value;
}
