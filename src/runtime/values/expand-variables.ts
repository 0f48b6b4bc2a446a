import { splitReferences, type Environment } from '../../model/reference.ts';
import { isPlainSecret } from '../../model/secrets/secret.ts';

export interface Variable {
  readonly name: string;
  readonly value: string;
}

export interface Expanded {
  readonly text: string;
  /** Variables whose value is in the text, and those whose default is a secret and is in the text. */
  readonly used: readonly Variable[];
  /** Variables without value and default; their references are still in the text. */
  readonly missing: readonly string[];
}

/** Expands variable references once; values are not expanded further. */
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

/** Describes unset variables. */
export function describeMissing(missing: readonly string[]): string {
  const names = [...new Set(missing)];
  return names.length === 1 ? `the variable ${names[0]} is not set` : `the variables ${names.join(', ')} are not set`;
}
