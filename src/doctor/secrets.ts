import { variableOf } from '../manage/secrets/variable-name.ts';
import type { PlainSecret } from '../model/secrets/plain-secrets.ts';

/** The variable name for a secret: a server variable keeps its name, others are named after the server and the key. */
export function variableFor(server: string, { path: [field], key }: PlainSecret): string {
  if (field === 'env' && key !== undefined && /^[A-Za-z_]\w*$/.test(key)) return key;
  return variableOf(server, key ?? 'token');
}
