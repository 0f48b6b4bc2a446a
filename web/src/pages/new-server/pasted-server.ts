import type { PasteAnswer } from '../../../../src/api/contract/paste.ts';

/** A server found in pasted text. */
export type PastedServer = PasteAnswer['servers'][number];
