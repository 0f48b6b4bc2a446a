export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

/** An invalid message, which is not forwarded. */
export class BadMessage {
  readonly code: typeof PARSE_ERROR | typeof INVALID_REQUEST;
  readonly reason: string;
  /** The id as JSON text, if one was found. */
  readonly id: string | undefined;
  /** Whether a method was found. Without one, the message is treated as a response. */
  readonly isRequest: boolean;

  /** Whether it is a JSON-RPC response, but for its id. */
  readonly isResponse: boolean;

  constructor(code: BadMessage['code'], reason: string, id?: string, isRequest = false, isResponse = false) {
    this.code = code;
    this.reason = reason;
    this.id = id;
    this.isRequest = isRequest;
    this.isResponse = isResponse;
  }
}
