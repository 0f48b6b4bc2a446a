import { answerTo } from './echo-tool.mjs';
import { lineWriter, onLines } from './lines.mjs';

// A server over stdio without any library.
const write = lineWriter(process.stdout);
onLines(process.stdin, (line) => {
  const answer = answerTo(JSON.parse(line));
  if (answer) write(answer);
});
process.stdin.on('end', () => process.exit(0));
