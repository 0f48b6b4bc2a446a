/** A value in DER, the binary format of certificates and signatures. */
export interface Der {
  readonly tag: number;
  /** With its tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** Reads one value. Throws if it is malformed. */
export function readDer(bytes: Buffer): Der {
  const [tag, first] = [bytes[0], bytes[1]];
  if (tag === undefined || first === undefined) throw new RangeError('truncated');
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || first === 0x80 || bytes.length < 2 + more) throw new RangeError('bad length');
  const length = more === 0 ? first : bytes.readUIntBE(2, more);
  const end = 2 + more + length;
  if (end > bytes.length) throw new RangeError('truncated');
  return { tag, whole: bytes.subarray(0, end), content: bytes.subarray(2 + more, end) };
}

/** The values inside a sequence or set. */
export function readAll(content: Buffer): Der[] {
  const values: Der[] = [];
  for (let rest = content; rest.length > 0;) {
    const value = readDer(rest);
    values.push(value);
    rest = rest.subarray(value.whole.length);
  }
  return values;
}
