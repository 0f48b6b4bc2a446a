import { getOwn, isMap, setOwn, type ValueMap } from '../../model/value.ts';

/** The first of these keys that contains text. Older documents spell some keys with underscores. */
export function nestedText(map: ValueMap, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = getOwn(map, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** A reference to the variable for a value the user must supply. */
export function referenceTo(name: string, fallback?: string): string {
  const variable = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]+/g, '_')
    .replace(/^(?=\d)/, '_');
  return fallback === undefined || fallback.includes('}') ? `\${${variable}}` : `\${${variable}:-${fallback}}`;
}

/** Variables or headers: given values are kept, required ones become references, the others are omitted. */
export function variablesOf(inputs: readonly ValueMap[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const input of inputs) {
    const name = nestedText(input, 'name');
    const value = name === undefined ? undefined : valueOf(input, name);
    if (name !== undefined && value !== undefined) setOwn(found, name, value);
  }
  return found;
}

export function packageArguments(inputs: readonly ValueMap[]): string[] {
  return inputs.flatMap((input) => {
    const name = nestedText(input, 'name');
    const hint = nestedText(input, 'valueHint', 'value_hint') ?? name ?? 'value';
    const value = valueOf(input, hint.replace(/^-+/, ''));
    if (value === undefined) return [];
    return nestedText(input, 'type') === 'named' && name !== undefined ? [name, value] : [value];
  });
}

function valueOf(input: ValueMap, name: string): string | undefined {
  const isWanted = getOwn(input, 'isRequired') === true || getOwn(input, 'is_required') === true;
  const value = nestedText(input, 'value');
  if (value === undefined) return isWanted ? referenceTo(name, nestedText(input, 'default')) : undefined;
  const variables = getOwn(input, 'variables');
  let asks = false;
  const filled = value.replaceAll(/\{([A-Za-z_][\w-]*)\}/g, (whole, inner: string) => {
    if (isMap(variables) && !Object.hasOwn(variables, inner)) return whole;
    asks = true;
    return referenceTo(inner);
  });
  // Optional inputs are omitted.
  return asks && !isWanted ? undefined : filled;
}
