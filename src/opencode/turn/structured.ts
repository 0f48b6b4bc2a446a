import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { ToolFailure } from '../failure.ts';

/**
 * OpenCode's own way to ask for data leaves sessions behind that cannot be read any more, so the model is asked in
 * words and its answer checked here.
 */
export function askForData(schema: JsonSchemaType): string {
  return `\n\nEnd with one final message that holds nothing but a JSON value which fits this JSON Schema, without a code fence:\n${JSON.stringify(schema)}`;
}

export type Structured = { readonly data: unknown } | { readonly problem: string };

export async function readStructured(text: string, schema: JsonSchemaType): Promise<Structured> {
  const json = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(text)?.[1] ?? text;
  let value: unknown;
  try {
    value = JSON.parse(json.trim());
  } catch (error) {
    return { problem: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const checked = await validator(schema)['~standard'].validate(value);
  if (!checked.issues) return { data: value };
  return { problem: checked.issues.map(({ message }) => message).join('; ') };
}

/** Throws when the schema itself is of no use, before anything is asked. */
export function validator(schema: JsonSchemaType): ReturnType<typeof fromJsonSchema> {
  try {
    return fromJsonSchema(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure('INVALID_INPUT', `outputSchema is no JSON Schema: ${reason}`, ['Correct or leave it out.']);
  }
}
