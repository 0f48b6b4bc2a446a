import { fieldsOf, isObject } from '../fields.ts';

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
    // One by one: a list of a server may have more items than a call can have arguments.
    for (const inner of placesIn(place)) places.push(inner);
    const { 'x-mcp-header': header, type } = fieldsOf(place.schema);
    if (header === undefined) continue;
    const { path = [] } = place;
    if (path.length === 0) return spoilt('a header is wanted for something that is not one argument');
    if (typeof header !== 'string' || !TOKEN.test(header)) return spoilt('the name of a header is not one');
    if (!TYPES.includes(type)) return spoilt('a header is wanted for what is neither text, integer nor boolean');
    if (names.has(header.toLowerCase())) return spoilt('two arguments want the same header');
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

const spoilt = (fault: string): HeaderDeclarations => ({ declarations: [], fault });
