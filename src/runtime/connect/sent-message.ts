/** A message in flight. */
export interface SentMessage {
  readonly text: string;
  /** Set for requests. */
  readonly id: number | undefined;
  /** Already a retry; a message is sent again only once. */
  readonly isSecond: boolean;
  /** Whether its response arrives through the wire, already parsed. */
  isByWire: boolean;
  stop: () => void;
}
