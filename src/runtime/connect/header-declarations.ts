import { isObject } from './fields.ts';

/** An argument of a tool that is repeated in a header. */
export interface HeaderDeclaration {
  readonly header: string;
  /** Where the value stands in the arguments. */
  readonly path: readonly string[];
}

export interface HeaderDeclarations {
  readonly declarations: readonly HeaderDeclaration[];
  /** Why the tool must not be used, for the log; nothing of it is the server's own words. */
  readonly fault?: string;
}

interface Place {
  readonly schema: unknown;
  /** Absent below words that say what may be there, but not where. */
  readonly path?: readonly string[];
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** What stands there is an example of a value, and no schema. */
const VALUES: readonly string[] = ['const', 'enum', 'default', 'examples'];

/** All arguments that the schema of a tool wants in headers. One that is declared wrongly spoils the whole tool. */
export function headerDeclarations(inputSchema: unknown): HeaderDeclarations {
  const places: Place[] = [{ schema: inputSchema, path: [] }];
  const declarations: HeaderDeclaration[] = [];
  const names = new Set<string>();
  // The list grows while it is gone through; a schema may be nested deeper than calls can be.
  for (const place of places) {
    places.push(...placesIn(place));
    const header = isObject(place.schema) ? place.schema['x-mcp-header'] : undefined;
    if (header === undefined || !isObject(place.schema)) continue;
    const fault = faultOf(header, place.schema['type'], place.path);
    if (fault !== undefined) return { declarations: [], fault };
    const name = String(header).toLowerCase();
    if (names.has(name)) return { declarations: [], fault: 'two arguments want the same header' };
    names.add(name);
    declarations.push({ header: String(header), path: place.path ?? [] });
  }
  return { declarations };
}

function placesIn({ schema, path }: Place): Place[] {
  if (Array.isArray(schema)) return schema.map((one: unknown) => ({ schema: one }));
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([word, value]): Place[] => {
    if (word !== 'properties' || !isObject(value)) return VALUES.includes(word) ? [] : [{ schema: value }];
    return Object.entries(value).map(([name, property]) => ({
      schema: property,
      ...(path && { path: [...path, name] }),
    }));
  });
}

function faultOf(header: unknown, type: unknown, path: readonly string[] | undefined): string | undefined {
  if (path === undefined || path.length === 0) return 'a header is wanted for something that is not one argument';
  if (typeof header !== 'string' || !TOKEN.test(header)) return 'the name of a header is not one';
  if (!TYPES.includes(type)) return 'a header is wanted for an argument that is neither text, integer nor boolean';
  return undefined;
}
