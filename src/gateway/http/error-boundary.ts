import type { ServerResponse } from 'node:http';
import type { Front } from './front.ts';
import { refuse } from './http-refusal.ts';

/** Handles one request. An error ends this request and nothing else. */
export function withErrorBoundary(front: Front, response: ServerResponse, work: () => void): void {
  try {
    work();
  } catch (error) {
    front.onFault(error);
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, code: -32_603, message: 'Internal error' });
  }
}
