import { stringify } from 'smol-toml';
import { pathsOf } from '../../../src/clients/paths.ts';
import { clients } from '../../../src/clients/registry.ts';
import type { Client, Location } from '../../../src/clients/types.ts';

/** The same entries in a file of every client, whatever they hold, by name as in a workspace. */
export function everyClient(map: Readonly<Record<string, object>>): Record<string, string> {
  const files: Record<string, string> = {};
  for (const client of Object.values<Client>(clients)) {
    for (const location of client.locations) {
      if (location.scope === 'managed' || location.atProject) continue;
      files[nameOf(location)] ??= textOf(client, location, map);
    }
  }
  return files;
}

function nameOf(location: Location): string {
  const [path = ''] = pathsOf(location, { home: '/home', env: {}, platform: 'linux', project: '/project' });
  return path.replace(/^\/home\//, '~/').replace(/^\/project\//, '');
}

function textOf({ shapes }: Client, { format }: Location, map: Readonly<Record<string, object>>): string {
  const { at, listBy } = shapes.at(-1) ?? { at: [] };
  const entries =
    listBy === undefined ? map : Object.entries(map).map(([name, entry]) => ({ ...entry, [listBy]: name }));
  const root = at.reduceRight<unknown>((inner, step) => ({ [step]: inner }), entries);
  // JSON is YAML too.
  return format === 'toml' ? stringify(withoutNull(root)) : JSON.stringify(root, undefined, 2);
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNull);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNull(item)]));
}
