import { maskLine } from '../../model/secrets/secret.ts';
import type { Resolution } from '../types.ts';
import { createSecretMask } from '../values/mask-secrets.ts';

/** Masks the secrets of one server in a text to be shown. If the text was cut, it may end with part of a secret. */
export type Mask = (text: string, isCut?: boolean) => string;

export function createMask({ secrets }: Pick<Resolution, 'secrets'>): Mask {
  const mask = createSecretMask(secrets);
  return (text, isCut) => maskLine(mask(text, isCut));
}
