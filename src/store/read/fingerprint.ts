/**
 * Content fingerprint of 128 bits plus the length, safe against accidental collisions. It does not resist deliberate
 * ones and need not: anyone who can write our files needs no collision. Loading Node's crypto would take a sixth of the
 * time of a short command.
 */
export function fingerprint(bytes: Uint8Array): string {
  let [a, b, c, d] = [0x6c1d_4e9b, 0x2f83_a7d5, 0x51b7_0c3f, 0x1e49_d68d];
  for (const byte of bytes) {
    a = b ^ Math.imul(a ^ byte, 0x2545_f491);
    b = c ^ Math.imul(b ^ byte, 0x6c07_8965);
    c = d ^ Math.imul(c ^ byte, 0x5d58_8b65);
    d = a ^ Math.imul(d ^ byte, 0x41c6_4e6d);
  }
  const mixed = [a ^ c, b ^ d, c ^ Math.imul(a, 0x27d4_eb2f), d ^ Math.imul(b, 0x1656_67b1)].map(spread);
  return `${bytes.length.toString(36)}.${mixed.join('')}`;
}

/** Avalanche step: every input bit affects every output bit. */
function spread(word: number): string {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0).toString(16).padStart(8, '0');
}
