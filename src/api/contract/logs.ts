/** `GET /api/logs?server=&since=&limit=`, masked. New lines arrive as `log` events. */
export interface LogsAnswer {
  /** Oldest first. */
  readonly lines: readonly LogLine[];
  readonly servers: readonly string[];
  /** Whether older lines were left out. */
  readonly isCut: boolean;
}

export interface LogLine {
  /** Increases by one per line while the API server runs. */
  readonly id: number;
  readonly at: string;
  readonly server: string;
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly stream: 'stderr' | 'protocol' | 'notification' | 'event';
  readonly text: string;
  /** Shared by a request and its response. */
  readonly pair?: string;
  readonly direction?: 'request' | 'response';
  readonly ms?: number;
  /** The sender, for protocol messages. */
  readonly from?: 'us' | 'server';
}
