export interface EventId {
  /** The replica that sent the event; undefined if there is only one. */
  readonly replica?: string;
  readonly stream: number;
  readonly number: number;
}

const FORM = /^(?:([\da-f]{12})\.)?(\d{1,15})-(\d{1,15})$/;

/** Parses an event id. An invalid one means the start of the session's own stream. */
export function readEventId(text: string): EventId {
  const [, replica, stream = '0', number = '0'] = FORM.exec(text) ?? [];
  return { ...(replica !== undefined && { replica }), stream: Number(stream), number: Number(number) };
}
