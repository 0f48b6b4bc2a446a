const [LF, CR] = [0x0a, 0x0d];

/** Converts the line endings allowed in server-sent events (CRLF, LF, CR) to LF without waiting for the next byte. */
export class LineEnds {
  #isBehindReturn = false;

  unify(chunk: Buffer): Buffer {
    if (chunk.length === 0) return chunk;
    const start = this.#isBehindReturn && chunk[0] === LF ? 1 : 0;
    this.#isBehindReturn = chunk[chunk.length - 1] === CR;
    if (!chunk.includes(CR)) return chunk.subarray(start);
    const unified = Buffer.allocUnsafe(chunk.length);
    let size = 0;
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (byte === LF && chunk[at - 1] === CR) continue;
      unified[size] = byte === CR ? LF : byte;
      size += 1;
    }
    return unified.subarray(0, size);
  }
}
