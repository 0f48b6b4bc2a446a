import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { readStream } from '../../store/read/read-stream.ts';

/** Long enough for a program that has to work before it writes. */
const PATIENCE = { quietMs: 10_000, wholeMs: 60_000 };

/** Reads a pipe. Unlike a file stream, a socket does not leave a thread waiting for a writer. */
export async function readPipe(path: string): Promise<Buffer> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return readStream(new Socket({ fd, readable: true, writable: false }), PATIENCE);
}
