import { createServer } from 'node:http';
import { answerJson, onBody } from './body.mjs';
import { answerTo } from './echo-tool.mjs';

// A server over HTTP without any library and without sessions. The argument is its port.
createServer((request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
  onBody(request, (text) => answerJson(response, answerTo(JSON.parse(text))));
}).listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
