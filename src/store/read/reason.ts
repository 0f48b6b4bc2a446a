import { type Diagnostic, diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { type ErrorData, PlugboardError } from '../../model/diagnostics/error.ts';
import { UnsuitableFile, USE_A_FILE } from './read-regular-file.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  ELOOP: 'its symbolic links form a loop',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EXDEV: 'the drive cannot replace a file atomically',
  EBUSY: 'it is in use or a mount point, and cannot be replaced atomically',
  ENAMETOOLONG: 'its path is too long',
  EIO: 'the disk reports an error',
  EMFILE: 'too many files are open',
  ENXIO: 'it is a socket, not a regular file',
};

/** The details of an unsafe-location error, if it is one. */
export function unsafeIn(error: unknown): ErrorData<'place-unsafe'> | undefined {
  const isUnsafe = error instanceof PlugboardError && error.code === 'place-unsafe';
  return isUnsafe ? (error as PlugboardError<'place-unsafe'>).data : undefined;
}

/** The system error code, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether an error means that a path does not exist, including below something that is not a directory. */
export function isNotFound(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

/** Describes a system error. */
export function reasonOf(error: unknown): string {
  const unsafe = unsafeIn(error);
  if (unsafe) return `${unsafe.path}: ${unsafe.why} (${unsafe.remedy})`;
  if (error instanceof UnsuitableFile) return error.message;
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

const remedies: Readonly<Record<string, string>> = {
  ELOOP: 'Correct the links, or delete them',
  ENXIO: USE_A_FILE,
};

/** Diagnostic for an unreadable file, with a remedy. */
export function unreadable(file: string, error: unknown): Diagnostic {
  // Node.js has this character for bytes that are not UTF-8, and cannot open the file by the resulting name.
  if (codeOf(error) === 'ENOENT' && file.includes('\uFFFD')) {
    const args = { reason: 'its path is not valid UTF-8', remedy: 'Rename the file' };
    return diagnostic('unreadable', args, { file });
  }
  const remedy = error instanceof UnsuitableFile ? error.remedy : (unsafeIn(error)?.remedy ?? remedies[codeOf(error)]);
  return diagnostic('unreadable', { reason: reasonOf(error), ...(remedy !== undefined && { remedy }) }, { file });
}

/** Runs a step of writing `path`; system errors are converted to ones that name the file. */
export async function writing<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof PlugboardError) throw error;
    throw writeFailed(path, reasonOf(error), error);
  }
}

export function writeFailed(path: string, reason: string, cause?: unknown): PlugboardError<'write-failed'> {
  return new PlugboardError('write-failed', { path, reason }, cause);
}
