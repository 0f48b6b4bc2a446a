import { isObject } from './fields.ts';

interface Declaration {
  readonly header: string;
  /** Where the value stands in the arguments. */
  readonly path: readonly string[];
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Modern servers may want some arguments of a tool repeated in headers, for whoever stands in between and cannot read
 * the body. The schema of the tool says which.
 */
export class ParamHeaders {
  #ofTools = new Map<unknown, Declaration[]>();

  learn(tools: readonly Record<string, unknown>[]): void {
    const declared = tools.map((tool) => [tool['name'], declarationsIn(tool['inputSchema'])] as const);
    this.#ofTools = new Map(declared.filter(([, declarations]) => declarations.length > 0));
  }

  for(params: Readonly<Record<string, unknown>> | undefined): Record<string, string> {
    const declarations = this.#ofTools.get(params?.['name']) ?? [];
    const headers = declarations.flatMap(({ header, path }) => {
      const value = path.reduce<unknown>(
        (node, key) => (isObject(node) ? node[key] : undefined),
        params?.['arguments'],
      );
      const text = textOf(value);
      return text === undefined ? [] : [[`Mcp-Param-${header}`, text] as const];
    });
    return Object.fromEntries(headers);
  }
}

function declarationsIn(schema: unknown, path: readonly string[] = []): Declaration[] {
  if (!isObject(schema)) return [];
  const { 'x-mcp-header': header, properties } = schema;
  const own = typeof header === 'string' && TOKEN.test(header) && path.length > 0 ? [{ header, path }] : [];
  const deeper = isObject(properties) ? Object.entries(properties) : [];
  return [...own, ...deeper.flatMap(([name, property]) => declarationsIn(property, [...path, name]))];
}

function textOf(value: unknown): string | undefined {
  const isSimple = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
  return isSimple ? encode(String(value)) : undefined;
}

/** What no header can hold, or what looks as if it were encoded, is encoded. */
function encode(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
