import { createHash } from 'node:crypto';
import { canonicalJson } from '../../model/json/canonical-json.ts';

export function hashOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
