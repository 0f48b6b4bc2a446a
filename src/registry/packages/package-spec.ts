/** A package at the place it is fetched from. */
export interface PackageSpec {
  readonly kind: 'npm' | 'pypi' | 'oci' | 'nuget';
  /** As the command line names it. */
  readonly name: string;
}

/** What the place of a package says about it. */
export interface ResolvedPackage {
  /** The exact version, or the digest of an image. */
  readonly version: string;
  /** Absent if the place states none. */
  readonly integrity?: string;
}

/** Addresses of package places, and how to ask them. Nothing is asked at an address that is not given. */
export interface PackagePlaces {
  readonly fetch: typeof fetch;
  /** Returns the base address of the npm registry in use; undefined if it is unknown. */
  npm(): Promise<string | undefined>;
  /** Base address of the package index of Python in use. */
  readonly pypi?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The package cannot be looked up; the message says why. */
export class PackageLookupError extends Error {}

/** More than any metadata of one version. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Asks for a document and returns its JSON. */
export async function askFor(
  { fetch: ask, signal }: PackagePlaces,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const response = await ask(url, { headers, ...(signal && { signal }) }).catch((error: unknown) => {
    throw new PackageLookupError(`${new URL(url).host} cannot be reached: ${reasonOf(error)}`);
  });
  if (!response.ok) throw new PackageLookupError(`${new URL(url).host} answered with ${response.status}`);
  const length = Number(response.headers.get('content-length') ?? 0);
  if (length > MOST_BYTES) throw new PackageLookupError(`${new URL(url).host} sent too much`);
  try {
    return JSON.parse(await response.text()) as unknown;
  } catch {
    throw new PackageLookupError(`${new URL(url).host} did not answer with JSON`);
  }
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { message?: string }; message?: string };
  return cause?.message ?? message ?? String(error);
}
