import type { RpcError } from '../../message/rpc-error.ts';

/** The replica that worked on a request is gone. The client may send the request again. */
export const replicaLost: RpcError = {
  code: -32_000,
  message: 'The gateway replica that handled this request was lost. Send the request again.',
  data: { reason: 'replica-lost', retryable: true },
};
