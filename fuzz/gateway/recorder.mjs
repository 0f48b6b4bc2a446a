// A server over stdio that notes what it is sent, and answers with any text it is told to.
//   node recorder.mjs <file>     one line of JSON there for each message: what it is, or what is wrong with it
import { appendFileSync } from 'node:fs';
import { answerOf } from './answers.mjs';
import { faultOfLine } from './readers.mjs';

const file = process.argv[2] ?? '';
let rest = '';

process.stdin.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) take(line);
});
process.stdin.on('end', () => process.exit(0));

/** @param {string} line */
function take(line) {
  const fault = faultOfLine(line);
  // An answered call must be in the notes, so a message is noted before it is answered.
  if (fault !== undefined) return note({ fault, line: line.slice(0, 300) });
  const message = JSON.parse(line);
  note({ method: message.method, name: message.params?.name });
  const { raw, answer } = answerOf(message);
  // The scripted text is sent first; a call whose response it corrupts has failed by then.
  if (raw !== undefined) process.stdout.write(raw.endsWith('\n') ? raw : `${raw}\n`);
  if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** @param {object} what */
function note(what) {
  appendFileSync(file, `${JSON.stringify(what)}\n`);
}
