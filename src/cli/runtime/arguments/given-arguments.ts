import { PlugboardError } from '../../../model/diagnostics/error.ts';
import { reasonOf } from '../../../store/read/reason.ts';
import { readStandardInput } from '../../input/standard-input.ts';
import { objectOf } from './exact-json.ts';
import { InvalidArgument } from './invalid-argument.ts';

/** Arguments given as a whole in JSON, one by one, or both. */
export interface GivenArguments {
  readonly whole: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

/** `-` reads a JSON object from standard input. */
export async function givenArguments(words: readonly string[], json: string | undefined): Promise<GivenArguments> {
  const single = words.filter((word) => word !== '-');
  const fromInput = single.length < words.length ? parse(await inputText(), 'Standard input') : {};
  const fromOption = json === undefined ? {} : parse(json, '--args');
  return { whole: { ...fromInput, ...fromOption }, words: single };
}

async function inputText(): Promise<string> {
  try {
    return (await readStandardInput()).toString();
  } catch (error) {
    throw new PlugboardError('usage', { message: `Standard input cannot be read: ${reasonOf(error)}` });
  }
}

function parse(json: string, where: string): Record<string, unknown> {
  try {
    return objectOf(json);
  } catch (error) {
    if (error instanceof InvalidArgument) throw new PlugboardError('usage', { message: `${where} ${error.message}` });
    throw error;
  }
}
