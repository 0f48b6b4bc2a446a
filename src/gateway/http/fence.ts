import type { ServerResponse } from 'node:http';
import type { Front } from './front.ts';
import { refuse } from './refuse.ts';

/** Runs a part of the handling of one request. An error in it ends this request and nothing else. */
export function fenced(front: Front, response: ServerResponse, work: () => void): void {
  try {
    work();
  } catch (error) {
    front.onFault(error);
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 500, code: -32_603, message: 'Internal error' });
  }
}
