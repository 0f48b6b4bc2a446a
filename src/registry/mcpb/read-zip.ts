import { crc32, inflateRawSync } from 'node:zlib';
import { BundleError } from './bundle-error.ts';
import { checkDistinct, checkEntryName } from './entry-name.ts';

/** A file in an archive. Its content is read on demand, because all of it may not fit into memory. */
export interface ArchivedFile {
  readonly name: string;
  readonly size: number;
  readonly isExecutable: boolean;
  /** Throws if the content differs from what the archive says about it. */
  read(): Buffer;
}

export interface ZipLimits {
  readonly mostEntries: number;
  readonly mostBytes: number;
  readonly mostBytesOfOne: number;
  /** How much larger than the archive all files may be, once they are large. */
  readonly mostRatio: number;
}

const MB = 1024 * 1024;
export const usualLimits: ZipLimits = {
  mostEntries: 50_000,
  mostBytes: 1024 * MB,
  mostBytesOfOne: 256 * MB,
  mostRatio: 100,
};
/** A smaller archive cannot do harm by its ratio. */
const LARGE = 64 * MB;

const END = 0x06054b50;
const END_BYTES = 22;
const ZIP64_LOCATOR = 0x07064b50;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const LONGEST_DESCRIPTOR = 16;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED_FLAGS = 0x2041;
const DESCRIPTOR_FLAG = 0x8;
const UTF8_FLAG = 0x800;
const [TYPE_MASK, REGULAR, DIRECTORY, LINK] = [0o170000, 0o100000, 0o040000, 0o120000];

/**
 * The files of a zip archive. Stricter than the format: one archive without gaps that need guessing, no encryption, no
 * zip64, no links, and the central and the local headers say the same. Whatever programs read differently is refused.
 */
export function readZip(bytes: Buffer, limits: ZipLimits = usualLimits): ArchivedFile[] {
  const directory = findDirectory(bytes);
  if (directory.entries > limits.mostEntries) throw new BundleError('bomb', `${directory.entries} files`);
  const entries = readEntries(bytes, directory);
  checkLimits(entries, bytes.length, limits);
  checkDistinct(entries.map(({ name }) => name));
  checkOverlaps(entries, directory.start);
  return entries
    .filter(({ isDirectory }) => !isDirectory)
    .map((entry) => ({
      name: entry.name,
      size: entry.size,
      isExecutable: entry.isExecutable,
      read: () => contentOf(bytes, entry),
    }));
}

interface Entry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isExecutable: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where its local header, its data, and all of it end. */
  readonly start: number;
  readonly dataStart: number;
  readonly end: number;
}

/** The list of all entries, at the end of an archive. */
interface Directory {
  readonly start: number;
  readonly end: number;
  readonly entries: number;
}

/** The offset of the end record. It must reach exactly to the end of the file. */
function endRecord(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - 0xffff);
  for (let at = bytes.length - END_BYTES; at >= first; at -= 1)
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at;
  throw new BundleError('malformed', 'no end of the archive');
}

function findDirectory(bytes: Buffer): Directory {
  const end = endRecord(bytes);
  const [size, start, entries] = [
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
    bytes.readUInt16LE(end + 10),
  ];
  const hasLocator = end >= 20 && bytes.readUInt32LE(end - 20) === ZIP64_LOCATOR;
  if (hasLocator || entries === 0xffff || size === 0xffffffff || start === 0xffffffff) throw new BundleError('zip64');
  const isOneDisk = bytes.readUInt32LE(end + 4) === 0 && bytes.readUInt16LE(end + 8) === entries;
  if (!isOneDisk || start + size !== end) throw new BundleError('malformed', 'the list of files');
  return { start, end, entries };
}

function readEntries(bytes: Buffer, { start, end, entries: count }: Directory): Entry[] {
  const entries: Entry[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_BYTES > end || bytes.readUInt32LE(at) !== CENTRAL)
      throw new BundleError('malformed', 'the list of files');
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + CENTRAL_BYTES + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > end) throw new BundleError('malformed', 'the list of files');
    entries.push(centralEntry(bytes, at, nameLength, start));
    at = next;
  }
  if (at !== end) throw new BundleError('malformed', 'the list of files');
  return entries;
}

/** The declared sizes are enough here: content of another size is refused when it is read. */
function checkLimits(entries: readonly Entry[], bytes: number, limits: ZipLimits): void {
  let all = 0;
  for (const { name, size } of entries) {
    all += size;
    if (size > limits.mostBytesOfOne || all > limits.mostBytes) throw new BundleError('bomb', name);
  }
  if (all > LARGE && all > bytes * limits.mostRatio) throw new BundleError('bomb', 'all files');
}

function centralEntry(bytes: Buffer, at: number, nameLength: number, archiveEnd: number): Entry {
  const flags = bytes.readUInt16LE(at + 8);
  const name = checkEntryName(
    bytes.subarray(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameLength),
    (flags & UTF8_FLAG) !== 0,
  );
  if ((flags & ENCRYPTED_FLAGS) !== 0) throw new BundleError('encrypted', name);
  const method = bytes.readUInt16LE(at + 10);
  if (method !== STORED && method !== DEFLATED) throw new BundleError('method', name);
  const attributes = bytes.readUInt32LE(at + 38);
  const mode = attributes >>> 16;
  const isDirectory = name.endsWith('/');
  checkKind(name, mode & TYPE_MASK, isDirectory);
  const [checksum, packedSize, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset)) as [
    number,
    number,
    number,
  ];
  const start = bytes.readUInt32LE(at + 42);
  if ([packedSize, size, start].includes(0xffffffff)) throw new BundleError('zip64', name);
  if (bytes.readUInt16LE(at + 34) !== 0) throw new BundleError('malformed', name);
  if ((isDirectory && size !== 0) || (method === STORED && packedSize !== size)) throw new BundleError('size', name);
  const known = { name, flags, method, checksum, packedSize, size };
  const dataStart = localData(bytes, start, known, archiveEnd);
  const end = dataStart + packedSize;
  if (end > archiveEnd) throw new BundleError('malformed', name);
  return { ...known, isDirectory, isExecutable: !isDirectory && (mode & 0o100) !== 0, start, dataStart, end };
}

/** Only files and directories; the format leaves the type out on systems without one. */
function checkKind(name: string, type: number, isDirectory: boolean): void {
  if (type === 0 || type === (isDirectory ? DIRECTORY : REGULAR)) return;
  throw new BundleError(type === LINK || (type !== REGULAR && type !== DIRECTORY) ? 'link' : 'malformed', name);
}

/** Where the data of an entry start. Its local header must agree with the central one: programs read either. */
function localData(
  bytes: Buffer,
  start: number,
  known: { name: string; flags: number; method: number; checksum: number; packedSize: number; size: number },
  archiveEnd: number,
): number {
  const { name, flags } = known;
  if (start + LOCAL_BYTES > archiveEnd || bytes.readUInt32LE(start) !== LOCAL) throw new BundleError('malformed', name);
  const nameLength = bytes.readUInt16LE(start + 26);
  const localName = bytes.toString('utf8', start + LOCAL_BYTES, start + LOCAL_BYTES + nameLength);
  const sizes = [14, 18, 22].map((offset) => bytes.readUInt32LE(start + offset));
  const wanted = [known.checksum, known.packedSize, known.size];
  // With a descriptor after the data, they may be missing here.
  const isLater = (flags & DESCRIPTOR_FLAG) !== 0 && sizes.every((one) => one === 0);
  const isSame =
    localName === name &&
    bytes.readUInt16LE(start + 6) === flags &&
    bytes.readUInt16LE(start + 8) === known.method &&
    (isLater || sizes.every((one, index) => one === wanted[index]));
  if (!isSame) throw new BundleError('malformed', name);
  return start + LOCAL_BYTES + nameLength + bytes.readUInt16LE(start + 28);
}

/** Overlapping entries unpack the same bytes again and again. Large gaps could hide another archive. */
function checkOverlaps(entries: readonly Entry[], archiveEnd: number): void {
  let last = 0;
  for (const { name, start, end } of entries.toSorted((a, b) => a.start - b.start)) {
    if (start < last || start > last + LONGEST_DESCRIPTOR) throw new BundleError('overlap', name);
    last = end;
  }
  if (archiveEnd > last + LONGEST_DESCRIPTOR) throw new BundleError('overlap');
}

function contentOf(bytes: Buffer, { name, method, size, checksum, dataStart, end }: Entry): Buffer {
  const packed = bytes.subarray(dataStart, end);
  const content = method === STORED ? packed : inflated(name, packed, size);
  if (content.length !== size) throw new BundleError('size', name);
  if (crc32(content) !== checksum) throw new BundleError('checksum', name);
  return content;
}

/** Stops at the declared size, whatever the data would become. */
function inflated(name: string, packed: Buffer, size: number): Buffer {
  try {
    // One byte more than declared, because Node takes no limit of zero.
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: size + 1, info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    if (engine.bytesWritten !== packed.length) throw new BundleError('malformed', name);
    return buffer;
  } catch (error) {
    if (error instanceof BundleError) throw error;
    const isLarger = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new BundleError(isLarger ? 'size' : 'malformed', name);
  }
}
