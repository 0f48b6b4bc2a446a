import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { BundleError } from '../../../src/registry/mcpb/bundle-error.ts';
import { readZip, usualLimits, type ZipLimits } from '../../../src/registry/mcpb/read-zip.ts';
import { writeZip, type WrittenEntry } from './support/zip-writer.ts';

/** The files and their content, or why they are refused. */
function read(bytes: Buffer, limits?: ZipLimits): Record<string, string> | string {
  try {
    return Object.fromEntries(readZip(bytes, limits).map((file) => [file.name, file.read().toString('latin1')]));
  } catch (error) {
    if (error instanceof BundleError) return error.problem;
    throw error;
  }
}

const one = (entry: Partial<WrittenEntry>): Buffer => writeZip([{ name: 'a', content: 'x', ...entry }]);

test('reads files, directories, stored and packed content', () => {
  const zip = writeZip([
    { name: 'dir/', mode: 0o040755 },
    { name: 'dir/a', content: 'one' },
    { name: 'b', content: 'two'.repeat(1000), mode: 0o100755 },
    { name: 'ü', content: 'three', method: 0, mode: 0 },
  ]);
  expect(read(zip)).toEqual({ 'dir/a': 'one', b: 'two'.repeat(1000), ü: 'three' });
  expect(readZip(zip).map(({ isExecutable }) => isExecutable)).toEqual([false, true, false]);
});

const names = [
  '../a',
  'a/../../b',
  '/etc/passwd',
  'C:/a',
  'c:a',
  'a\\..\\b',
  '..\\a',
  '\\\\host\\share',
  'a\0b',
  'a//b',
  './a',
  'a/.',
  '',
  '/',
  'a.',
  'a ',
  'con',
  'x/NUL.txt',
  'COM1',
  'a:stream',
  'a\u202Eb',
  'a\nb',
  'x'.repeat(300),
  'd/'.repeat(600),
];

test.each(names)('the name %j is refused', (name) => {
  expect(read(one({ name }))).toBe('name');
});

test('a name that is not UTF-8 is refused', () => {
  expect(read(one({ name: Buffer.from([0x61, 0xff]) }))).toBe('name');
  expect(read(one({ name: 'ü', flags: 0 }))).toBe('name');
});

test.each([
  [['a', 'a']],
  [['a', 'A']],
  [['a/b', 'A/c']],
  [['a', 'a/b']],
  [['a/', 'a']],
  [['\u00E9', 'e\u0301']],
  [['stra\u00DFe', 'STRASSE']],
  [['\uFB01', 'fi']],
])('the names %j together are refused', (list) => {
  expect(read(writeZip(list.map((name) => ({ name, mode: 0 }))))).toBe('duplicate');
});

test.each([
  ['a link', 0o120777],
  ['a device', 0o020666],
  ['a block device', 0o060666],
  ['a pipe', 0o010666],
  ['a socket', 0o140666],
])('%s is refused', (_, mode) => {
  expect(read(one({ mode, content: '/etc/passwd' }))).toBe('link');
});

test('special bits are not kept', () => {
  expect(readZip(one({ mode: 0o106644 }))[0]?.isExecutable).toBe(false);
});

test.each<[string, Buffer, string]>([
  ['encryption', one({ flags: 0x801 }), 'encrypted'],
  ['strong encryption', one({ flags: 0x841 }), 'encrypted'],
  ['another method', one({ method: 12 }), 'method'],
  ['a smaller size than it has', one({ content: 'x'.repeat(5000), size: 10, localSize: 10 }), 'size'],
  ['a larger size than it has', one({ size: 100, localSize: 100 }), 'size'],
  ['another size in its own header', one({ localSize: 5 }), 'malformed'],
  ['another name in its own header', one({ localName: 'b' }), 'malformed'],
  ['a wrong checksum', one({ checksum: 1 }), 'checksum'],
  ['content after its end', one({ content: 'x', method: 0, size: 0 }), 'size'],
  ['zip64', writeZip([{ name: 'a' }], { locator: true }), 'zip64'],
  ['65535 entries', writeZip([{ name: 'a' }], { entries: 0xffff }), 'zip64'],
  ['several disks', writeZip([{ name: 'a' }], { disks: 1 }), 'malformed'],
  ['more entries than listed', writeZip([{ name: 'a' }], { entries: 2 }), 'malformed'],
  ['fewer entries than listed', writeZip([{ name: 'a' }, { name: 'b' }], { entries: 1 }), 'malformed'],
  ['data before it', writeZip([{ name: 'a' }], { before: Buffer.alloc(100) }), 'overlap'],
  ['bytes after it', Buffer.concat([one({}), Buffer.from('more')]), 'malformed'],
  ['nothing', Buffer.alloc(0), 'malformed'],
  ['a truncated end', one({}).subarray(0, -5), 'malformed'],
])('an archive with %s is refused', (_, bytes, problem) => {
  expect(read(bytes)).toBe(problem);
});

test('entries that share their data are refused', () => {
  const shared = writeZip([
    { name: 'a', content: 'x', localName: 'a' },
    { name: 'a2', content: 'x', sameAs: 0 },
  ]);
  expect(['malformed', 'overlap']).toContain(read(shared));
});

test('bombs are refused before they are unpacked', () => {
  const limits = { ...usualLimits, mostBytes: 1000, mostBytesOfOne: 600 };
  expect(read(one({ content: Buffer.alloc(601) }), limits)).toBe('bomb');
  const two = writeZip(['a', 'b'].map((name) => ({ name, content: Buffer.alloc(501) })));
  expect(read(two, limits)).toBe('bomb');
  expect(read(two, { ...usualLimits, mostEntries: 1 })).toBe('bomb');
  expect(read(one({ content: Buffer.alloc(65 * 1024 * 1024) }))).toBe('bomb');
});

/** What two readers say about the same bytes must not differ: one would check what the other writes. */
test('an archive that is read is read the same by another reader, also if it was damaged', () => {
  // Names of devices of Windows are refused.
  const name = fc.stringMatching(/^[a-z]{1,4}(\/[a-z]{1,3})?$/).filter((one) => !/\b(?:aux|con|nul|prn)\b/.test(one));
  const entries = fc.uniqueArray(
    fc.record({ name, content: fc.string({ maxLength: 60 }), method: fc.constantFrom(0, 8) }),
    {
      selector: (entry) => entry.name,
      maxLength: 4,
    },
  );
  const damage = fc.array(fc.record({ at: fc.double({ min: 0, max: 0.9999, noNaN: true }), byte: fc.nat(255) }), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(entries, damage, (written, changes) => {
      const bytes = writeZip(written);
      for (const { at, byte } of changes) bytes[Math.floor(at * bytes.length)] = byte;
      const ours = read(bytes);
      if (typeof ours === 'string') return changes.length > 0 || ours === 'duplicate';
      const theirs = Object.entries(unzipSync(bytes)).map(([key, value]) => [
        key,
        Buffer.from(value).toString('latin1'),
      ]);
      expect(ours).toEqual(Object.fromEntries(theirs.filter(([key]) => !key?.endsWith('/'))));
      return true;
    }),
    { numRuns: 1500 },
  );
});
