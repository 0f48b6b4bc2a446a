import { fieldsOf, isObject } from '../fields.ts';

/** A tool argument that is repeated in a header. */
export interface HeaderDeclaration {
  readonly header: string;
  /** Path of the value in the arguments. */
  readonly path: readonly string[];
}

export interface HeaderDeclarations {
  readonly declarations: readonly HeaderDeclaration[];
  /** Why the tool must not be used, for the log. Contains no text from the server. */
  readonly fault?: string;
}

interface Place {
  readonly schema: unknown;
  /** Absent below keywords that do not determine where the value is. */
  readonly path?: readonly string[];
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Keywords that contain values, not schemas. */
const VALUES: readonly string[] = ['const', 'enum', 'default', 'examples'];

/** All arguments that a tool's schema requires in headers. One invalid declaration makes the whole tool unusable. */
export function headerDeclarations(inputSchema: unknown): HeaderDeclarations {
  const places: Place[] = [{ schema: inputSchema, path: [] }];
  const declarations: HeaderDeclaration[] = [];
  const names = new Set<string>();
  // The array grows during iteration; recursion could overflow the stack on a deeply nested schema.
  for (const place of places) {
    // One by one: a list of a server may have more items than a call can have arguments.
    for (const inner of placesIn(place)) places.push(inner);
    const { 'x-mcp-header': header, type } = fieldsOf(place.schema);
    if (header === undefined) continue;
    const { path = [] } = place;
    if (path.length === 0) return invalid('a header is declared for something that is not an argument');
    if (typeof header !== 'string' || !TOKEN.test(header)) return invalid('a header name is invalid');
    if (!TYPES.includes(type))
      return invalid('a header is declared for a value that is not a string, integer or boolean');
    if (names.has(header.toLowerCase())) return invalid('two arguments declare the same header');
    names.add(header.toLowerCase());
    declarations.push({ header, path });
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

const invalid = (fault: string): HeaderDeclarations => ({ declarations: [], fault });
