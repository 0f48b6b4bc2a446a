import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of an archive that a test makes. Everything can be a lie. */
export interface WrittenEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly localName?: string;
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly size?: number;
  readonly localSize?: number;
  readonly checksum?: number;
  /** Use the data of this entry instead of its own. */
  readonly sameAs?: number;
}

interface Archive {
  readonly comment?: string;
  readonly before?: Buffer;
  readonly disks?: number;
  readonly entries?: number;
  readonly locator?: boolean;
}

/** A zip archive with these entries. */
export function writeZip(written: readonly WrittenEntry[], archive: Archive = {}): Buffer {
  const { comment = '', before = Buffer.alloc(0), disks = 0, locator = false } = archive;
  const parts: Buffer[] = [before];
  const [central, offsets]: [Buffer[], number[]] = [[], []];
  const offset = (): number => parts.reduce((sum, part) => sum + part.length, 0);
  for (const entry of written) {
    const content = Buffer.from(entry.content ?? '');
    const method = entry.method ?? 8;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const name = Buffer.from(entry.name);
    const own = Buffer.from(entry.localName ?? name);
    const flags = entry.flags ?? 0x800;
    const [checksum, size] = [entry.checksum ?? crc32(content), entry.size ?? content.length];
    const start = entry.sameAs === undefined ? offset() : (offsets[entry.sameAs] as number);
    offsets.push(start);
    if (entry.sameAs === undefined)
      parts.push(
        record(
          0x04034b50,
          [20, flags, method, 0, 0],
          [checksum, packed.length, entry.localSize ?? size],
          [own.length, 0],
        ),
        own,
        packed,
      );
    const attributes = ((entry.mode ?? 0o100644) << 16) >>> 0;
    const head = record(
      0x02014b50,
      [0x0314, 20, flags, method, 0, 0],
      [checksum, packed.length, size],
      [name.length, 0, 0, 0, 0],
    );
    const tail = Buffer.alloc(8);
    tail.writeUInt32LE(attributes, 0);
    tail.writeUInt32LE(start, 4);
    central.push(head, tail, name);
  }
  const [start, directory] = [offset(), Buffer.concat(central)];
  const extra = locator ? Buffer.concat([record(0x07064b50, [], [0, 0, 0, 1], [])]) : Buffer.alloc(0);
  const count = archive.entries ?? written.length;
  const end = Buffer.concat([
    record(0x06054b50, [disks, 0, count, count], [directory.length, start], [Buffer.byteLength(comment)]),
    Buffer.from(comment),
  ]);
  return Buffer.concat([...parts, directory, extra, end]);
}

function record(signature: number, short: readonly number[], long: readonly number[], more: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + short.length * 2 + long.length * 4 + more.length * 2);
  let at = bytes.writeUInt32LE(signature);
  for (const value of short) at = bytes.writeUInt16LE(value, at);
  for (const value of long) at = bytes.writeUInt32LE(value, at);
  for (const value of more) at = bytes.writeUInt16LE(value, at);
  return bytes;
}
