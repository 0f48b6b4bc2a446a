import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { nearest } from '../../mcp/nearest.ts';
import { ToolFailure } from '../failure.ts';
import type { Api } from '../upstream/api.ts';

type Schema = Readonly<Record<string, unknown>>;

interface Description {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** OpenCode takes seconds to generate its schema, and the schema does not change while it runs. */
const known = new Map<string, Promise<Description>>();

/**
 * Validates settings against the schema of the running OpenCode, which silently drops unknown keys and rejects a whole
 * file for one wrong value.
 */
export async function checkSettings(api: Api, settings: unknown): Promise<void> {
  const key = `${api.endpoint.url} ${api.endpoint.generation}`;
  const asked = known.get(key) ?? api.get<Description>('/doc');
  known.clear();
  known.set(key, asked);
  const { schemas } = (await asked).components;
  const unknown = unknownKeys(schemas, schemas['Config'] ?? {}, settings, []);
  if (unknown.length > 0)
    throw new ToolFailure(
      'CONFIG_INVALID',
      `Unknown setting: ${unknown.map(({ path }) => path).join(', ')}.`,
      unknown.map(({ path, near }) => `Instead of ${path}, use one of ${near.join(', ')}.`),
    );
  const whole = { $ref: '#/components/schemas/Config', components: { schemas } } as unknown as JsonSchemaType;
  const checked = await fromJsonSchema(whole)['~standard'].validate(settings);
  if (!checked.issues) return;
  throw new ToolFailure(
    'CONFIG_INVALID',
    `Invalid settings: ${checked.issues.map(({ message }) => message).join('; ')}`,
    ['Correct the value; opencode_config_get shows the current settings.'],
  );
}

interface UnknownKey {
  readonly path: string;
  readonly near: readonly string[];
}

/** Unknown keys in schemas with a single shape. Unions are left to the full validation. */
function unknownKeys(
  schemas: Description['components']['schemas'],
  schema: Schema,
  value: unknown,
  path: readonly string[],
): UnknownKey[] {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  const meant = name === undefined ? schema : (schemas[name] ?? {});
  const properties = meant['properties'] as Readonly<Record<string, Schema>> | undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    const property = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property) return unknownKeys(schemas, property, inner, here);
    const others = meant['additionalProperties'];
    if (properties && others === false) return [{ path: here.join('.'), near: near(key, Object.keys(properties)) }];
    return typeof others === 'object' && others !== null ? unknownKeys(schemas, others as Schema, inner, here) : [];
  });
}

function near(key: string, keys: readonly string[]): readonly string[] {
  const found = nearest(key, keys);
  return found.length > 0 ? found : keys.slice(0, 10);
}
