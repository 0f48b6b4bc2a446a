import { buffer } from 'node:stream/consumers';
import type { Host } from '../model/host.ts';
import { decode, readText, type TextFile } from '../store/read-text.ts';

/** What a file argument means: the text of that file, or of standard input for `-`. */
export async function readInput(host: Host, file: string): Promise<TextFile> {
  return file === '-' ? decode(await buffer(process.stdin), file) : readText(host, file);
}
