import { type IncomingMessage, ServerResponse } from 'node:http';

/** A kind of response that says with which status it begins. One listener less on each of them. */
export function countedResponse(count: (status: number) => void): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: never[]): this {
      count(status);
      return super.writeHead(status, ...rest);
    }
  };
}
