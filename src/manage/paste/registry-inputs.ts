import { getOwn, isMap, type ValueMap } from '../../model/value.ts';
import type {
  Argument,
  Input,
  InputWithVariables,
  KeyValueInput,
  Remote,
  ServerPackage,
} from '../../registry/server-json/server-json.ts';

/** The first of these keys that contains text. Older documents spell some keys with underscores. */
export function nestedText(map: ValueMap, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = getOwn(map, key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** A reference to the variable for a value the user must supply. */
export function referenceTo(name: string): string {
  const variable = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_]+/g, '_')
    .replace(/^(?=\d)/, '_');
  return `\${${variable}}`;
}

/** A package as the newest schema spells it; empty for a value that is none. */
export function packageIn(item: ValueMap): ServerPackage[] {
  const identifier = nestedText(item, 'identifier', 'name');
  const kind = nestedText(item, 'registryType', 'registry_type', 'registry_name');
  if (identifier === undefined || kind === undefined) return [];
  const transport = isMap(item['transport']) ? nestedText(item['transport'], 'type') : undefined;
  const version = nestedText(item, 'version');
  const runtimeHint = nestedText(item, 'runtimeHint', 'runtime_hint');
  return [
    {
      registryType: kind.toLowerCase() === 'docker' ? 'oci' : kind.toLowerCase(),
      identifier,
      ...(version !== undefined && { version }),
      ...(runtimeHint !== undefined && { runtimeHint }),
      transport: { type: transport === undefined || transport === 'stdio' ? 'stdio' : 'streamable-http' },
      environmentVariables: listIn(item, 'environmentVariables', 'environment_variables').flatMap(keyValueIn),
      runtimeArguments: listIn(item, 'runtimeArguments', 'runtime_arguments').flatMap(argumentIn),
      packageArguments: listIn(item, 'packageArguments', 'package_arguments').flatMap(argumentIn),
    },
  ];
}

/** A remote address as the newest schema spells it; empty for a value that is none. */
export function remoteIn(item: ValueMap): Remote[] {
  const url = nestedText(item, 'url');
  const type = nestedText(item, 'type', 'transport_type') ?? 'http';
  if (url === undefined || !['streamable-http', 'http', 'sse'].includes(type)) return [];
  const variables = variablesIn(item) ?? namedIn(url);
  return [
    {
      type: type === 'sse' ? 'sse' : 'streamable-http',
      url,
      headers: listIn(item, 'headers').flatMap(keyValueIn),
      ...(variables && { variables }),
    },
  ];
}

function listIn(map: ValueMap, ...keys: string[]): ValueMap[] {
  return keys.flatMap((key) => {
    const list = getOwn(map, key);
    return Array.isArray(list) ? list.filter((item) => isMap(item)) : [];
  });
}

function keyValueIn(item: ValueMap): KeyValueInput[] {
  const name = nestedText(item, 'name');
  const input = withVariables(item);
  return name === undefined || !input ? [] : [{ ...input, name }];
}

function argumentIn(item: ValueMap): Argument[] {
  const name = nestedText(item, 'name');
  const valueHint = nestedText(item, 'valueHint', 'value_hint');
  const input = withVariables(item);
  if (!input) return [];
  const isNamed = nestedText(item, 'type') === 'named' && name !== undefined;
  const rest = { ...input, ...(valueHint !== undefined && { valueHint }) };
  return [isNamed ? { ...rest, type: 'named', name } : { ...rest, type: 'positional' }];
}

/** Older documents do not declare the variables of a value. An optional value that needs such a variable is left out. */
function withVariables(item: ValueMap): InputWithVariables | undefined {
  const input = inputIn(item);
  const declared = variablesIn(item);
  if (input.value === undefined || declared) return { ...input, ...(declared && { variables: declared }) };
  const variables = namedIn(input.value);
  if (!variables) return input;
  return input.isRequired ? { ...input, variables } : undefined;
}

function variablesIn(item: ValueMap): Record<string, Input> | undefined {
  const variables = getOwn(item, 'variables');
  if (!isMap(variables)) return undefined;
  const maps = Object.entries(variables).flatMap(([name, one]): [string, Input][] =>
    isMap(one) ? [[name, inputIn(one)]] : [],
  );
  return Object.fromEntries(maps);
}

function namedIn(template: string): Record<string, Input> | undefined {
  const names = [...template.matchAll(/(?<![${])\{([A-Za-z_][\w-]*)\}(?!\})/g)].map(([, name]) => name as string);
  return names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, { isRequired: true }]));
}

function inputIn(item: ValueMap): Input {
  const isRequired = getOwn(item, 'isRequired') === true || getOwn(item, 'is_required') === true;
  const texts = (['description', 'default', 'value', 'placeholder'] as const).flatMap((key) => {
    const text = nestedText(item, key);
    return text === undefined ? [] : [[key, text] as const];
  });
  return {
    ...(Object.fromEntries(texts) as Input),
    ...(isRequired && { isRequired }),
    ...(getOwn(item, 'format') === 'boolean' && { format: 'boolean' as const }),
  };
}
