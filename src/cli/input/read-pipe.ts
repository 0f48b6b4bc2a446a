import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { readStream } from '../../store/read/read-stream.ts';

/** Long enough for a program that has to work before it writes. */
const PATIENCE = { quietMs: 10_000, wholeMs: 60_000 };

/** All that is written to a pipe. Unlike a file stream, a socket leaves no thread behind that waits for a writer. */
export async function readPipe(path: string): Promise<Buffer> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return readStream(new Socket({ fd, readable: true, writable: false }), PATIENCE);
}
