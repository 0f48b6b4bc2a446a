import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { BundleError } from './bundle-error.ts';
import { type Der, readAll, readDer } from './der.ts';

/**
 * The signature of a bundle. It says who signed it by their own account: the chain of certificates is not compared with
 * those that the system trusts.
 */
export interface BundleSignature {
  /** Whether the signature fits the content. */
  readonly isValid: boolean;
  readonly isSelfSigned: boolean;
  /** Names of the signer and of the issuer of the certificate. */
  readonly signer: string;
  readonly issuer: string;
  /** ISO times. */
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
}

const HEADER = Buffer.from('MCPB_SIG_V1');
const FOOTER = Buffer.from('MCPB_SIG_END');

/** Takes the signature from the end of a bundle. Only a block that reaches exactly to the end is one. */
export function splitSignature(bytes: Buffer): { readonly archive: Buffer; readonly block?: Buffer } {
  if (!bytes.subarray(-FOOTER.length).equals(FOOTER)) return { archive: bytes };
  const end = bytes.length - FOOTER.length;
  for (let at = bytes.lastIndexOf(HEADER, end); at !== -1; at = at === 0 ? -1 : bytes.lastIndexOf(HEADER, at - 1)) {
    const start = at + HEADER.length + 4;
    if (start <= end && start + bytes.readUInt32LE(at + HEADER.length) === end)
      return { archive: bytes.subarray(0, at), block: bytes.subarray(start, end) };
  }
  throw new BundleError('signature-malformed');
}

/** What a PKCS#7 signature says about an archive. */
export function readSignature(archive: Buffer, block: Buffer): BundleSignature {
  try {
    return described(archive, signedData(block));
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError('signature-malformed');
  }
}

interface Signed {
  readonly certificates: readonly X509Certificate[];
  /** DER of the serial number of the certificate that signed. */
  readonly serial: Buffer;
  readonly attributes: Der | undefined;
  readonly signature: Buffer;
}

const SEQUENCE = 0x30;
const SET = 0x31;
/** Parts with a number of their own. */
const [PART_0, PART_1] = [0xa0, 0xa1];
const OCTETS = 0x04;

/** The parts of `ContentInfo` (RFC 2315) that matter here. */
function signedData(block: Buffer): Signed {
  const [, wrapped] = readAll(readDer(block).content);
  if (!wrapped) throw new RangeError('empty');
  const fields = readAll(readDer(wrapped.content).content);
  const certificates = fields.find(({ tag }) => tag === PART_0);
  const signers = fields.findLast(({ tag }) => tag === SET);
  const signer = signers && readAll(signers.content)[0];
  if (!certificates || !signer) throw new RangeError('unsigned');
  const parts = readAll(signer.content);
  const [, issuerAndSerial] = parts.filter(({ tag }) => tag !== PART_0 && tag !== PART_1);
  const serial = issuerAndSerial && readAll(issuerAndSerial.content)[1];
  const signature = parts.find(({ tag }) => tag === OCTETS);
  if (!serial || !signature) throw new RangeError('unsigned');
  return {
    certificates: readAll(certificates.content)
      .filter(({ tag }) => tag === SEQUENCE)
      .map(({ whole }) => new X509Certificate(whole)),
    serial: serial.content,
    attributes: parts.find(({ tag }) => tag === PART_0),
    signature: signature.content,
  };
}

function described(archive: Buffer, signed: Signed): BundleSignature {
  const { certificates, serial } = signed;
  const wanted = BigInt(`0x${serial.toString('hex') || '0'}`);
  const own = certificates.find(({ serialNumber }) => BigInt(`0x${serialNumber}`) === wanted);
  if (!own) throw new RangeError('no certificate');
  return {
    isValid: isSignedBy(own, archive, signed),
    isSelfSigned: own.issuer === own.subject,
    signer: commonName(own.subject),
    issuer: commonName(own.issuer),
    validFrom: new Date(own.validFrom).toISOString(),
    validTo: new Date(own.validTo).toISOString(),
    fingerprint: own.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

/** 1.2.840.113549.1.9.4 */
const MESSAGE_DIGEST = Buffer.from('2a864886f70d010904', 'hex');

/** The signed attributes contain the digest of the content, and the signature is about them. */
function isSignedBy({ publicKey }: X509Certificate, archive: Buffer, { attributes, signature }: Signed): boolean {
  if (!attributes) return verify('sha256', archive, publicKey, signature);
  const digest = readAll(attributes.content)
    .map(({ content }) => readAll(content))
    .find(([type]) => type?.content.equals(MESSAGE_DIGEST))?.[1];
  const stated = digest && readDer(digest.content).content;
  const actual = createHash('sha256').update(archive).digest();
  if (!stated || stated.length !== actual.length || !timingSafeEqual(stated, actual)) return false;
  // They are signed as a set of their own.
  return verify('sha256', Buffer.concat([Buffer.from([SET]), attributes.whole.subarray(1)]), publicKey, signature);
}

function commonName(name: string): string {
  const lines = name.split('\n');
  return lines.find((line) => line.startsWith('CN='))?.slice(3) ?? lines.join(', ');
}
