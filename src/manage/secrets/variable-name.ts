import type { PlainSecret } from '../../model/secrets/plain-secrets.ts';
/** Secret values by variable name. Never print it. */
export type Secrets = Map<string, string>;

/**
 * The variable name for a server's secret: `x-api-key` of `linear` is `LINEAR_API_KEY`; credentials for signing in end
 * in `TOKEN`.
 */
export function variableOf(server: string, about: string): string {
  const plain = shouted(about)
    .replace(/^X_/, '')
    .replace(/^(?:AUTH|AUTHORIZATION)$/, 'TOKEN');
  const owner = shouted(server);
  const name = plain === owner || plain.startsWith(`${owner}_`) ? plain : `${owner}_${plain}`;
  return /^[A-Z]/.test(name) ? name : `_${name}`;
}

/** The numbered names that are taken, by the name without the number: up to which number, and by which value. */
interface Numbered {
  next: number;
  readonly names: Map<string, string>;
}

/** Hundreds of projects may have a server of the same name, each with another key. */
const numberedIn = new WeakMap<Secrets, Map<string, Numbered>>();

/** The first of these names that is free or already has this value, or else one with a number. */
export function freeVariable(wanted: readonly string[], value: string, secrets: Secrets): string {
  const found = wanted.find((name) => !secrets.has(name) || secrets.get(name) === value);
  if (found !== undefined) return found;
  const last = wanted.at(-1) ?? '_';
  const all = numberedIn.get(secrets) ?? new Map<string, Numbered>();
  numberedIn.set(secrets, all);
  const numbered = all.get(last) ?? { next: 2, names: new Map<string, string>() };
  all.set(last, numbered);
  for (; !numbered.names.has(value); numbered.next += 1) {
    const name = `${last}_${numbered.next}`;
    const taken = secrets.get(name);
    if (taken === undefined) return name;
    numbered.names.set(taken, name);
  }
  return numbered.names.get(value) ?? last;
}

function shouted(words: string): string {
  const split = words.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
  return split.replaceAll(/[^A-Z0-9]+/g, '_').replaceAll(/^_+|_+$/g, '');
}

/** The variable name for a secret: a server variable keeps its name, others are named after the server and the key. */
export function variableFor(server: string, { path: [field, own], key, text, secret }: PlainSecret): string {
  const isWhole = key === own && (secret === undefined || text.endsWith(secret));
  if (field === 'env' && isWhole && key !== undefined && /^[A-Za-z_]\w*$/.test(key)) return key;
  return variableOf(server, key ?? 'token');
}
