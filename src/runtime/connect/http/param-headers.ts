import { isObject } from '../fields.ts';
import { headerDeclarations, type HeaderDeclaration } from './header-declarations.ts';
import { encodeHeader } from './standard-headers.ts';

type Tool = Record<string, unknown>;

/**
 * Modern servers may require some tool arguments in headers, for proxies that cannot read the body. The tool's schema
 * says which.
 */
export class ParamHeaders {
  #ofTools = new Map<unknown, readonly HeaderDeclaration[]>();

  /** Returns the callable tools and reports the others to `onFault`. */
  learn(tools: readonly Tool[], onFault: (tool: Tool, fault: string) => void): Tool[] {
    this.#ofTools = new Map();
    return tools.filter((tool) => {
      const { declarations, fault } = headerDeclarations(tool['inputSchema']);
      if (fault !== undefined) onFault(tool, fault);
      else if (declarations.length > 0) this.#ofTools.set(tool['name'], declarations);
      return fault === undefined;
    });
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

function textOf(value: unknown): string | undefined {
  const isSimple = typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value);
  return isSimple ? encodeHeader(String(value)) : undefined;
}
