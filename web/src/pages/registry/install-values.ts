import type { RegistryInputView } from '../../../../src/api/contract/registry.ts';

/** What the fields start with: a secret as a reference to a variable of its name, the others empty. */
export function initialValues(inputs: readonly RegistryInputView[]): Record<string, string> {
  return Object.fromEntries(
    inputs.map(({ id, isSecret, isRequired }) => [id, isSecret && isRequired ? `\${${variableName(id)}}` : '']),
  );
}

function variableName(id: string): string {
  return id
    .replaceAll(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .toUpperCase();
}

/** Required inputs that have neither a value nor a default. */
export function missingValues(
  inputs: readonly RegistryInputView[],
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const missing = inputs.filter(
    ({ id, isRequired, default: usual }) => isRequired && usual === undefined && (values[id] ?? '').trim() === '',
  );
  return Object.fromEntries(missing.map(({ id }) => [id, 'A value is required.']));
}

/** The values as the plan takes them; fields that are empty are left out. */
export function givenValues(
  inputs: readonly RegistryInputView[],
  values: Readonly<Record<string, string>>,
): Record<string, string | string[]> {
  const given = inputs.map(({ id, isRepeated }): [string, string | string[]] => {
    const text = values[id] ?? '';
    const lines = text.split('\n').filter((line) => line !== '');
    return [id, isRepeated ? lines : text];
  });
  return Object.fromEntries(given.filter(([, value]) => value.length > 0));
}
