import { type IncomingMessage, ServerResponse } from 'node:http';

/** A `ServerResponse` class that counts its status codes without a listener per response. */
export function countedResponse(count: (status: number) => void): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: never[]): this {
      count(status);
      return super.writeHead(status, ...rest);
    }
  };
}
