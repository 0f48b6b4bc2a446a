import { maskLine } from '../../model/secrets/secret.ts';
import type { Resolution } from '../types.ts';
import { createSecretMask } from '../values/mask-secrets.ts';

/** Hides the secrets of one server in a text that is to be shown; one that was cut may end with a part of a secret. */
export type Mask = (text: string, isCut?: boolean) => string;

export function createMask({ secrets }: Pick<Resolution, 'secrets'>): Mask {
  const mask = createSecretMask(secrets);
  return (text, isCut) => maskLine(mask(text, isCut));
}
