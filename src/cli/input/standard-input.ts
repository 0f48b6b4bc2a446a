import { fstatSync } from 'node:fs';
import { UnsuitableFile } from '../../store/read/read-regular-file.ts';
import { readStream } from '../../store/read/read-stream.ts';

let reading: Promise<Buffer> | undefined;

/** Standard input up to the size limit of a file; cached, since it can be read only once. */
export function readStandardInput(): Promise<Buffer> {
  reading ??= readOnce();
  return reading;
}

async function readOnce(): Promise<Buffer> {
  // Node would treat it as an empty text.
  if (isDirectory()) throw new UnsuitableFile('it is a directory', 'Redirect a file in it', 'EISDIR');
  return readStream(process.stdin);
}

function isDirectory(): boolean {
  try {
    return fstatSync(0).isDirectory();
  } catch {
    return false;
  }
}
