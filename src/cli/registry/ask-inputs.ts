import { visible } from '../../model/visible.ts';
import type { InputValues, RequestedInput } from '../../registry/install/inputs.ts';
import { askHidden, askText, choose } from '../input/ask.ts';

/** Asks for the inputs of a server at the terminal. A secret that is left empty becomes a reference to a variable. */
export async function askInputs(inputs: readonly RequestedInput[], server: string): Promise<InputValues> {
  const values = new Map<string, string[]>();
  for (const input of inputs) {
    const value = await askOne(input, server);
    if (value !== '') values.set(input.id, [value]);
  }
  return values;
}

async function askOne(input: RequestedInput, server: string): Promise<string> {
  const { id, description, isSecret, choices } = input;
  const message = visible(`${server} needs ${id}${description === undefined ? '' : `: ${description}`}`);
  if (choices)
    return choose(
      message,
      choices.map((value) => ({ value, label: visible(value), hint: '' })),
    );
  if (!isSecret) return askText(message, input.placeholder);
  const variable = id.replaceAll(/\W+/g, '_').toUpperCase();
  const given = await askHidden(`${message} (empty: the variable ${variable})`);
  return given === '' ? `\${${variable}}` : given;
}
