import { statSync } from 'node:fs';
import type { Host } from '../../model/host.ts';
import { decode, readText, type TextFile } from '../../store/read/read-text.ts';
import { unreadable } from '../../store/read/reason.ts';
import { readStandardInput } from './standard-input.ts';

/** Reads a file argument: a file, a pipe as in `validate <(cat x)`, or standard input for `-`. */
export async function readInput(host: Host, file: string): Promise<TextFile> {
  if (file !== '-' && !isPipe(file)) return readText(host, file);
  try {
    return decode(
      file === '-' ? await readStandardInput() : await (await import('./read-pipe.ts')).readPipe(file),
      file,
    );
  } catch (error) {
    return { problem: unreadable(file === '-' ? 'standard input' : file, error) };
  }
}

function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}
