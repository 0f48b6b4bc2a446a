/** A position in a distributed trace, as in the W3C header `traceparent`. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** The span of one call. */
export interface CallTrace extends TraceContext {
  /** The span of the client, if it sent one. */
  readonly parentId?: string;
}

const FORM = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Undefined if the text is not valid. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  const [, traceId, spanId, flags = ''] = (typeof text === 'string' && text.length <= 256 && FORM.exec(text)) || [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
