import { randomBytes } from 'node:crypto';
import { type CallTrace, readTraceparent } from '../../runtime/connect/http/trace-context.ts';
import { InexactNumber } from '../message/frame.ts';
import { withMeta } from '../message/rewrite.ts';
import type { Frame, JsonObject } from '../session/session.ts';

/** Adds the header of the HTTP request that a message came with, unless it has a trace context of its own. */
export function withTraceHeader(frame: Frame, header: unknown): Frame {
  const meta = frame.message.params?.['_meta'] as JsonObject | undefined;
  if (frame.message.method === undefined || meta?.['traceparent'] !== undefined || !readTraceparent(header))
    return frame;
  try {
    return withMeta(frame, { ...meta, traceparent: header });
  } catch (error) {
    if (error instanceof InexactNumber) return frame;
    throw error;
  }
}

/** Continues the trace of the client, or starts a new one. */
export function startTrace(frame: Frame): CallTrace {
  const meta = frame.message.params?.['_meta'] as JsonObject | undefined;
  const parent = readTraceparent(meta?.['traceparent']);
  const spanId = randomBytes(8).toString('hex');
  if (!parent) return { traceId: randomBytes(16).toString('hex'), spanId, isSampled: true };
  return { traceId: parent.traceId, spanId, isSampled: parent.isSampled, parentId: parent.spanId };
}
