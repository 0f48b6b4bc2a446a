import { closest } from '../../../model/closest.ts';
import { PlugboardError } from '../../../model/diagnostics/error.ts';
import { setOwn } from '../../../model/value.ts';
import type { Prompt } from '../../../runtime/tools/prompts.ts';

/** Parses `name=value` for a prompt, whose arguments are strings, and validates the names. */
export function promptArguments(words: readonly string[], server: string, prompt: Prompt): Record<string, string> {
  const args: Record<string, string> = {};
  const issues: string[] = [];
  const names = prompt.arguments.map(({ name }) => name);
  for (const word of words) {
    const [, name, text = ''] = /^(.+?)=(.*)$/s.exec(word) ?? [];
    if (name === undefined) issues.push(`'${word}' is not an argument: write name=value`);
    else if (!names.includes(name)) issues.push(`Unknown argument ${name}${instead(name, names)}`);
    else if (Object.hasOwn(args, name)) issues.push(`${name} is given twice`);
    else setOwn(args, name, text);
  }
  for (const { name, required } of prompt.arguments)
    if (required && !Object.hasOwn(args, name)) issues.push(`${name} is missing`);
  if (issues.length > 0) throw new PlugboardError('arguments-invalid', { issues, usage: promptUsage(server, prompt) });
  return args;
}

function instead(name: string, names: readonly string[]): string {
  const near = closest(name, names);
  if (near !== undefined) return `, did you mean ${near}?`;
  return names.length === 0 ? ': it takes none' : `: it takes ${names.join(', ')}`;
}

export function promptUsage(server: string, prompt: Prompt): string {
  const words = prompt.arguments.map(({ name, required }) => (required ? `${name}=…` : `[${name}=…]`));
  return ['plugboard prompts', server, prompt.name, ...words].join(' ');
}
