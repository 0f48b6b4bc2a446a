import { splitReferences, type Environment } from '../../model/reference.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';

export interface Variable {
  readonly name: string;
  readonly value: string;
}

export interface Expanded {
  readonly text: string;
  /** The variables whose values are in the text now, and those whose default is there and is a secret. */
  readonly used: readonly Variable[];
  /** Those that are not set and have no default; their references are still in the text. */
  readonly missing: readonly string[];
}

/** The text with variables in place of their references. What a variable holds is not looked into for further ones. */
export function expandVariables(text: string, env: Environment): Expanded {
  const used: Variable[] = [];
  const missing: string[] = [];
  const parts = splitReferences(text).map((part) => {
    if (typeof part === 'string') return part;
    const { name, fallback } = part;
    const value = valueOf(name, env);
    if (value !== undefined) used.push({ name, value });
    else if (fallback === undefined) missing.push(name);
    else if (isPlainSecret(name, fallback)) used.push({ name, value: fallback });
    return value ?? fallback ?? `\${${name}}`;
  });
  return { text: parts.join(''), used, missing };
}

export function valueOf(name: string, env: Environment): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

/** What is wrong with a text whose variables are not all there. */
export function missingInWords(missing: readonly string[]): string {
  const names = [...new Set(missing)];
  return names.length === 1 ? `the variable ${names[0]} is not set` : `the variables ${names.join(', ')} are not set`;
}
