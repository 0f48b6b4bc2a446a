/** The words before the text of an event. Only people read them; the code says what happened. */
const leads = {
  connected: '',
  failed: 'failed: ',
  'sign-in-needed': 'needs a sign-in: ',
  'sign-in-unavailable': 'cannot be signed in to: ',
  stderr: 'stderr: ',
  notification: 'log: ',
  'stray-output': 'The server wrote a line that is not a message: ',
  'value-left-out': '',
  'starts-in-home': '',
} as const;

/** Events in the log of a server that other code looks for. */
export type LogCode = keyof typeof leads;

/** A log message with its code. */
export interface LogEvent {
  readonly code: LogCode;
  /** The message without the words that begin every message of this code, for example one line of stderr. */
  readonly text: string;
  /** For people. */
  readonly message: string;
}

export function logEvent(code: LogCode, text: string): LogEvent {
  return { code, text, message: `${leads[code]}${text}` };
}

export function isLogCode(value: unknown): value is LogCode {
  return typeof value === 'string' && Object.hasOwn(leads, value);
}

/** The event of a log line that was written before lines had codes. */
export function eventInOldLine(message: string): LogEvent | undefined {
  if (message === 'connected') return logEvent('connected', message);
  const code = Object.keys(leads).find((one) => isLogCode(one) && leads[one] !== '' && message.startsWith(leads[one]));
  return isLogCode(code) ? logEvent(code, message.slice(leads[code].length)) : undefined;
}
