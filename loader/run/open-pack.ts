import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { HEADER_BYTES, type PackHeader } from '../pack.mjs';

/** It stays open, so a running command keeps its version of the program when that is built again. */
export interface Pack {
  readonly header: PackHeader;
  readonly status: Stats;
  /** Throws if the file is too short. */
  read(start: number, end: number): Buffer;
  close(): void;
}

export function openPack(file: string, flags: string | number): Pack {
  const descriptor = openSync(file, flags);
  const close = (): void => closeSync(descriptor);
  const read = (start: number, end: number): Buffer => {
    const bytes = Buffer.allocUnsafeSlow(end - start);
    if (readSync(descriptor, bytes, 0, bytes.length, start) === bytes.length) return bytes;
    throw new Error(`${file} is truncated.`);
  };
  try {
    const header = JSON.parse(read(0, HEADER_BYTES).toString('latin1')) as PackHeader;
    return { header, status: fstatSync(descriptor), read, close };
  } catch (error) {
    close();
    throw error;
  }
}
