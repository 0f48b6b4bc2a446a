export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

/** A text, or one of the messages in it, that is not passed on. */
export class BadMessage {
  readonly code: typeof PARSE_ERROR | typeof INVALID_REQUEST;
  readonly reason: string;
  /** Its id as it is written, as far as the text shows one. */
  readonly id: string | undefined;
  /** Whether it has a method, as far as the text shows that: what has none is an answer. */
  readonly isRequest: boolean;

  constructor(code: BadMessage['code'], reason: string, id?: string, isRequest = false) {
    this.code = code;
    this.reason = reason;
    this.id = id;
    this.isRequest = isRequest;
  }
}
