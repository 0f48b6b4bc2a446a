/** A message on its way. */
export interface SentMessage {
  readonly text: string;
  /** Of a request. */
  readonly id: number | undefined;
  /** What the server has not looked at is sent once more. */
  readonly isSecond: boolean;
  /** Whether its answer comes from the wire, parsed. */
  isByWire: boolean;
  stop: () => void;
}
