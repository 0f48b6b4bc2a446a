import type { Remote, ServerJson, ServerPackage } from '../server-json/server-json.ts';

/** One way to use a server: a package to start, or a remote address. */
export type Offer =
  | { readonly kind: 'package'; readonly id: string; readonly package: ServerPackage }
  | { readonly kind: 'remote'; readonly id: string; readonly remote: Remote };

/** Kinds of packages that can be installed, in the order of preference. */
export const packageKinds = ['npm', 'pypi', 'oci', 'nuget', 'mcpb'] as const;
export type InstallableKind = (typeof packageKinds)[number];

/** All ways that a document offers, preferred first: packages that are started, then remote addresses. */
export function offersOf({ packages = [], remotes = [] }: ServerJson): Offer[] {
  const started = packages
    .filter((one) => isInstallable(one))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((one): Offer => ({ kind: 'package', id: one.registryType.toLowerCase(), package: one }));
  const reached = remotes
    .toSorted((a, b) => Number(a.type === 'sse') - Number(b.type === 'sse'))
    .map((remote): Offer => ({ kind: 'remote', id: remote.type, remote }));
  return numbered([...started, ...reached]);
}

/** Packages that cannot be installed: of another kind, or to be started and then reached at an address. */
export function unusablePackages({ packages = [] }: ServerJson): ServerPackage[] {
  return packages.filter((one) => !isInstallable(one));
}

function isInstallable({ registryType, transport }: ServerPackage): boolean {
  return rankOf({ registryType }) !== -1 && transport.type === 'stdio';
}

function rankOf({ registryType }: Pick<ServerPackage, 'registryType'>): number {
  return (packageKinds as readonly string[]).indexOf(registryType.toLowerCase());
}

/** The second offer of a kind is `npm-2`, so that every offer can be named. */
function numbered(offers: readonly Offer[]): Offer[] {
  const seen = new Map<string, number>();
  return offers.map((offer) => {
    const number = (seen.get(offer.id) ?? 0) + 1;
    seen.set(offer.id, number);
    return number === 1 ? offer : { ...offer, id: `${offer.id}-${number}` };
  });
}
