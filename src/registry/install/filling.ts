import { isOnlyText } from '../../model/outside-text.ts';

/** Throws if a text of a document would be more than text. */
export type Check = (text: string) => void;

/** A template of a document with its variables filled in; `shown` says what stands for a value that the user gave. */
export type Fill = (shown: (given: string) => string) => string;

/**
 * The filled template. A reference that the user gave is the user's; the texts of the document must not form one, neither
 * together nor with what the user gave.
 */
export function checkedFilling(fill: Fill, check: Check): string {
  check(fill(() => STAND_IN));
  const isOnlyGiven = fill(() => '') === '';
  if (!isOnlyGiven) check(fill((given) => (isOnlyText(given) ? given : STAND_IN)));
  return fill((given) => given);
}

/** No part of any reference. */
const STAND_IN = 'x y';
