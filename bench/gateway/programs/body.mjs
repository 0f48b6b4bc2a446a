/**
 * Reads a request to its end. Without promises: there are many of these.
 *
 * @param {NodeJS.ReadableStream} request
 * @param {(text: string) => void} take
 */
export function onBody(request, take) {
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => take(Buffer.concat(chunks).toString('utf8')));
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string | undefined} text
 * @param {Record<string, string>} [headers]
 */
export function answerJson(response, text, headers = {}) {
  if (text === undefined) return void response.writeHead(202, headers).end();
  const length = Buffer.byteLength(text);
  response.writeHead(200, { ...headers, 'content-type': 'application/json', 'content-length': length }).end(text);
}
