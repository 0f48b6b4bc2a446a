import { readdirSync } from 'node:fs';
import { fromRoot } from '../root.mjs';
import type { Generator } from './generator.ts';

const definitions = 'src/clients/definitions';

export const clientRegistry: Generator = {
  path: 'src/clients/registry.ts',
  content: () => {
    const ids = clientIds();
    return [
      '// Generated from the files in definitions/ by `npm run generate`.',
      ...ids.map((id) => `import { ${exportName(id)} } from './definitions/${id}.ts';`),
      "import type { Client } from './types.ts';",
      '',
      `export type ClientId = ${ids.map((id) => `'${id}'`).join(' | ')};`,
      '',
      '/** Created on first use, because most commands need only one or two clients. */',
      'const created: Partial<Record<ClientId, Client>> = {};',
      '',
      'export const clients: Readonly<Record<ClientId, Client>> = {',
      ...ids.flatMap((id) => [`  get '${id}'() {`, `    return (created['${id}'] ??= ${exportName(id)}());`, '  },']),
      '};',
      '',
    ].join('\n');
  },
};

/** In alphabetical order. */
export function clientIds(): string[] {
  const files = readdirSync(fromRoot(definitions)).filter((file) => file.endsWith('.ts'));
  return files.map((file) => file.slice(0, -'.ts'.length)).toSorted();
}

/** Variable name of a client's definition: `claude-code` is `claudeCode`, `sep-2633` is `sep2633`. */
export function exportName(id: string): string {
  const name = id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  // The only id so far that is a reserved word.
  return name === 'continue' ? 'continueClient' : name;
}
