/** A message on its way. */
export interface SentMessage {
  readonly text: string;
  /** Of a request. */
  readonly id: number | undefined;
  /** What the server has not looked at is sent once more. */
  readonly isSecond: boolean;
  /** Whether the SDK carries it. */
  isByWire: boolean;
  /** How often its stream could not be gone on with. */
  failures: number;
  stop: () => void;
}
