import { isDeviceName } from '../../model/paths/device-name.ts';
import { BundleError } from './bundle-error.ts';

const LONGEST_PART = 200;
const LONGEST_NAME = 1000;

/** The name of a file in a bundle. Throws for every name that means another place on some system. */
export function checkEntryName(bytes: Buffer, isUtf8: boolean): string {
  const isAscii = bytes.every((byte) => byte < 0x80);
  if (!isUtf8 && !isAscii) throw new BundleError('name', 'not in UTF-8');
  const name = decoded(bytes);
  const parts = name.replace(/\/$/, '').split('/');
  const isSafe =
    name.length <= LONGEST_NAME &&
    !/[\\:*?"<>|\p{Cc}\p{Cf}]/u.test(name) &&
    parts.every(
      (part) => part !== '' && part.length <= LONGEST_PART && !/^\.\.?$|[. ]$/.test(part) && !isDeviceName(part),
    );
  if (!isSafe) throw new BundleError('name', name);
  return name;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BundleError('name', 'not in UTF-8');
  }
}

/** Throws if two names mean the same file on some system, or if a file is also a directory. */
export function checkDistinct(names: readonly string[]): void {
  const spellings = new Map<string, { readonly name: string; readonly isDirectory: boolean }>();
  const seen = new Set<string>();
  for (const name of names) {
    const isDirectory = name.endsWith('/');
    const parts = name.replace(/\/$/, '').split('/');
    if (seen.has(folded(name.replace(/\/$/, '')))) throw new BundleError('duplicate', name);
    seen.add(folded(name.replace(/\/$/, '')));
    for (const [index] of parts.entries()) {
      const path = parts.slice(0, index + 1).join('/');
      const isInner = index < parts.length - 1;
      const known = spellings.get(folded(path));
      const isSame = known === undefined || (known.name === path && known.isDirectory === (isInner || isDirectory));
      if (!isSame) throw new BundleError('duplicate', name);
      spellings.set(folded(path), { name: path, isDirectory: isInner || isDirectory });
    }
  }
}

/** As file systems that ignore case and the form of Unicode compare names. */
function folded(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase();
}
