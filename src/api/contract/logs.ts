/** `GET /api/logs?server=&since=&limit=`; new ones come as `log` events. Masked. */
export interface LogsAnswer {
  /** The oldest first. */
  readonly lines: readonly LogLine[];
  readonly servers: readonly string[];
  /** Whether there are older ones that are not in the answer. */
  readonly isCut: boolean;
}

export interface LogLine {
  /** Grows by one from line to line as long as the page's server runs. */
  readonly id: number;
  readonly at: string;
  readonly server: string;
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly stream: 'stderr' | 'protocol' | 'notification' | 'event';
  readonly text: string;
  /** A request and its answer share it. */
  readonly pair?: string;
  readonly direction?: 'request' | 'response';
  readonly ms?: number;
  /** Who sent the message, where it is one. */
  readonly from?: 'us' | 'server';
}
