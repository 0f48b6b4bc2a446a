/**
 * Cuts a stream of text into lines.
 *
 * @param {NodeJS.ReadableStream} stream
 * @param {(line: string) => void} take
 */
export function onLines(stream, take) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (/** @type {string} */ text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) take(line);
  });
}

/**
 * Writes what comes in one turn of the loop with one write.
 *
 * @param {NodeJS.WritableStream} stream
 * @returns {(line: string) => void}
 */
export function lineWriter(stream) {
  let waiting = '';
  return (line) => {
    if (!waiting) queueMicrotask(() => (stream.write(waiting), (waiting = '')));
    waiting += `${line}\n`;
  };
}
