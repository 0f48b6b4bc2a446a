import { isOnlyText, isOnlyValueHere } from '../../model/outside-text.ts';

/** A document would decide what it must not: what a value of the user is, what else is started, or whom a client trusts. */
export class UnsafeDocument extends Error {
  /** The field that contains it. */
  readonly field: string;
  readonly why: 'meaning' | 'start' | 'trust' | 'variable';

  constructor(field: string, why: UnsafeDocument['why'] = 'meaning') {
    super(field);
    this.field = field;
    this.why = why;
  }
}

/** Throws unless the text of a document is only text: it must neither read variables of the user nor run commands. */
export function requirePlain(field: string, text: string): void {
  if (!isOnlyText(text)) throw new UnsafeDocument(field);
}

/** `requirePlain` for a header or variable, where the name of a variable would stand for its value. */
export function requirePlainValue(field: string, text: string): void {
  if (!isOnlyValueHere(text)) throw new UnsafeDocument(field);
}
