import type { Environment } from '../../model/reference.ts';
import { isPlainSecret, maskLine } from '../../model/secrets/secret.ts';
import { visible } from '../../model/visible.ts';
import { maskSecrets } from './mask-secrets.ts';

const LONGEST = 300;

/** The end of a program's stderr with secrets masked, since it may echo them. */
export function quoteErrorOutput(errors: string, output: string, env: Environment): string {
  const lines = errors.split('\n').map((line) => line.trim());
  const tail = lines.filter(Boolean).slice(-3).join(' / ');
  if (tail === '') return '';
  const masked = maskLine(maskSecrets(tail, [output, ...output.split(/\s+/), ...secretsIn(env)]));
  return `: ${visible(masked.length > LONGEST ? `${masked.slice(0, LONGEST)}…` : masked)}`;
}

function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isPlainSecret(name, value) ? [value] : [],
  );
}
