import { createHash } from 'node:crypto';
import { BundleError } from './bundle-error.ts';
import { type BundleManifest, readManifest } from './manifest.ts';
import { type ArchivedFile, readZip, usualLimits, type ZipLimits } from './read-zip.ts';
import { type BundleSignature, readSignature, splitSignature } from './signature.ts';

/** An MCPB bundle that was checked. Nothing of it was executed or written. */
export interface Bundle {
  /** SHA-256 of the whole file, in lower case. It identifies the bundle. */
  readonly sha256: string;
  readonly manifest: BundleManifest;
  readonly files: readonly ArchivedFile[];
  /** Undefined if it is not signed. */
  readonly signature: BundleSignature | undefined;
}

/** Reads a bundle whose hash is known. The hash is compared before anything else is read. */
export function readBundle(bytes: Buffer, expected: string | undefined, limits: ZipLimits = usualLimits): Bundle {
  if (expected === undefined || !/^[\da-f]{64}$/i.test(expected)) throw new BundleError('hash-missing');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== expected.toLowerCase()) throw new BundleError('hash-differs', sha256);
  const { archive, block } = splitSignature(bytes);
  const files = readZip(archive, limits);
  return {
    sha256,
    manifest: readManifest(files),
    files,
    signature: block && readSignature(archive, block),
  };
}
