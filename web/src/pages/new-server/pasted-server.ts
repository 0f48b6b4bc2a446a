import type { PasteAnswer } from '../../../../src/api/contract/paste.ts';

/** One server found in what was pasted. */
export type PastedServer = PasteAnswer['servers'][number];
