import type { IncomingHttpHeaders } from 'node:http';
import { isMap } from '../../model/value.ts';
import { wholeOf } from '../message/frame.ts';
import type { Frame } from '../session/session.ts';
import { decodeHeader, headerText } from './standard-headers.ts';

interface Declaration {
  /** The lowercase header name, `mcp-param-<name>`. */
  readonly name: string;
  readonly path: readonly string[];
}

/** A tool as the gateway lists it. */
interface Tool {
  readonly name: string;
  readonly inputSchema?: unknown;
}

const MARK = 'x-mcp-header';

/**
 * Tool parameters that a request must repeat in its headers, according to the current tool list. The client may have
 * got that list from another replica.
 */
export class ParamHeaders {
  #tools = new Map<string, readonly Declaration[]>();
  #list = '';

  /** Reads the declarations from the result of `tools/list`. Most lists have none. */
  learn(list: string): void {
    // The same string as long as the list does not change, so this comparison is cheap.
    if (list === this.#list) return;
    this.#list = list;
    this.#tools = new Map();
    if (!list.includes(`"${MARK}"`)) return;
    const { tools } = JSON.parse(list) as { readonly tools?: readonly Tool[] };
    for (const { name, inputSchema } of tools ?? []) this.#tools.set(name, declarationsIn(inputSchema));
  }

  /** How the headers of a call differ from its arguments, or undefined. */
  faultOf(frame: Frame, headers: IncomingHttpHeaders): string | undefined {
    const name = this.#tools.size > 0 ? frame.message.params?.['name'] : undefined;
    const declared = typeof name === 'string' ? this.#tools.get(name) : undefined;
    if (!declared || declared.length === 0) return undefined;
    const values = wholeOf(frame).params?.['arguments'];
    for (const declaration of declared) {
      const fault = faultIn(declaration, values, headers);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }
}

function faultIn({ name, path }: Declaration, values: unknown, headers: IncomingHttpHeaders): string | undefined {
  let value = values;
  for (const key of path) value = isMap(value) ? value[key] : undefined;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const header = headerText(headers[name]);
  if (header === undefined) return `the header ${name} is missing`;
  const decoded = decodeHeader(header);
  if (decoded === undefined) return `${name} is not valid base64`;
  const isSame =
    decoded === String(value) || (typeof value === 'number' && decoded !== '' && Number(decoded) === value);
  return isSame ? undefined : `${name} differs from the argument ${path.join('.')}`;
}

/** Only nested `properties` are followed; other keywords do not determine a fixed path. */
function declarationsIn(schema: unknown, path: readonly string[] = []): Declaration[] {
  const properties = isMap(schema) && isMap(schema['properties']) ? Object.entries(schema['properties']) : [];
  return properties.flatMap(([key, property]) => {
    const name = isMap(property) ? property[MARK] : undefined;
    const own = typeof name === 'string' ? [{ name: `mcp-param-${name.toLowerCase()}`, path: [...path, key] }] : [];
    return [...own, ...declarationsIn(property, [...path, key])];
  });
}
