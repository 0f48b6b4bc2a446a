// A server over HTTP that answers with any text it is told to, as JSON or as a stream. Prints its address.
import { createServer } from 'node:http';
import { answerOf } from './answers.mjs';

const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  let body = '';
  request.setEncoding('utf8').on('data', (text) => (body += text));
  request.on('end', () => {
    const message = JSON.parse(body);
    const { raw, answer } = answerOf(message);
    if (!answer) return void response.writeHead(202).end();
    if (raw === undefined || message.params.arguments.stream !== true) {
      json(response, raw ?? JSON.stringify(answer));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // Whatever it is becomes one event; line breaks are for the reader to cope with.
    response.end(`data: ${raw}\n\n`);
  });
});

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} text
 */
function json(response, text) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`);
});
