import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { ToolFailure } from '../failure.ts';
import { nearest } from '../nearest.ts';
import type { Api } from '../upstream/api.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Describing itself takes OpenCode seconds, and it does not change while it runs. */
const known = new Map<string, Promise<Description>>();

/**
 * Checks settings against what the running OpenCode says it takes. It would drop keys that it does not know without a
 * word, and refuse a whole file for one wrong value.
 */
export async function checkSettings(api: Api, settings: unknown): Promise<void> {
  const key = `${api.endpoint.url} ${api.endpoint.generation}`;
  const asked = known.get(key) ?? api.get<Description>('/doc');
  known.clear();
  known.set(key, asked);
  const { schemas } = (await asked).components;
  const strange = strangeKeys(schemas, schemas['Config'] ?? {}, settings, []);
  if (strange.length > 0)
    throw new ToolFailure(
      'CONFIG_INVALID',
      `OpenCode has no setting ${strange.map(({ path }) => path).join(', ')}.`,
      strange.map(({ path, near }) => `In place of ${path} there are ${near.join(', ')}.`),
    );
  const whole = { $ref: '#/components/schemas/Config', components: { schemas } } as unknown as JsonSchemaType;
  const checked = await fromJsonSchema(whole)['~standard'].validate(settings);
  if (!checked.issues) return;
  throw new ToolFailure(
    'CONFIG_INVALID',
    `OpenCode would not take these settings: ${checked.issues.map(({ message }) => message).join('; ')}`,
    ['Correct the value; opencode_config_get shows what is set now.'],
  );
}

interface Strange {
  readonly path: string;
  readonly near: readonly string[];
}

/** Keys that no schema knows, where only one shape is possible; with several shapes the check as a whole has to do. */
function strangeKeys(
  schemas: Description['components']['schemas'],
  schema: Schema,
  value: unknown,
  path: readonly string[],
): Strange[] {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  const meant = name === undefined ? schema : (schemas[name] ?? {});
  const properties = meant['properties'] as Readonly<Record<string, Schema>> | undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    const property = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property) return strangeKeys(schemas, property, inner, here);
    const others = meant['additionalProperties'];
    if (properties && others === false) return [{ path: here.join('.'), near: near(key, Object.keys(properties)) }];
    return typeof others === 'object' && others !== null ? strangeKeys(schemas, others as Schema, inner, here) : [];
  });
}

function near(key: string, keys: readonly string[]): readonly string[] {
  const found = nearest(key, keys);
  return found.length > 0 ? found : keys.slice(0, 10);
}
