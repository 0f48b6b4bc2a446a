import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import type { InputValues, RequestedInput } from '../../registry/install/inputs.ts';
import type { Offer } from '../../registry/install/offers.ts';
import type { InstallWarning } from '../../registry/install/warnings.ts';
import { BundleError } from '../../registry/mcpb/bundle-error.ts';
import { bundleInputs, bundleServer } from '../../registry/mcpb/bundle-server.ts';
import { fetchBundle } from '../../registry/mcpb/fetch-bundle.ts';
import { type Bundle, readBundle } from '../../registry/mcpb/read-bundle.ts';
import { bundleDirectory } from '../../store/bundles/keep-bundle.ts';
import { askingOf, type RegistryAccess } from './open-registry.ts';
import { sanitizedText } from './shown-text.ts';

/** The bundle of an offer; undefined if it is of another kind. Fetched and checked, neither unpacked nor started. */
export async function bundleOf(name: string, offer: Offer, access: RegistryAccess): Promise<Bundle | undefined> {
  if (offer.kind !== 'package' || offer.package.registryType.toLowerCase() !== 'mcpb') return undefined;
  const { identifier, fileSha256 } = offer.package;
  return withoutBundleErrors(name, async () => {
    if (access.offline) throw new BundleError('unreachable', 'offline');
    return readBundle(await fetchBundle(identifier, askingOf(access)), fileSha256);
  });
}

/** The inputs of a bundle, from its own manifest. */
export function inputsOfBundle({ manifest }: Bundle): RequestedInput[] {
  return bundleInputs(manifest);
}

/** The definition that starts a bundle from the directory it will be unpacked to. */
export async function serverOfBundle(
  name: string,
  { manifest, sha256 }: Bundle,
  values: InputValues,
  host: Host,
): Promise<Server> {
  const { platform, home } = host;
  return withoutBundleErrors(name, async () =>
    bundleServer(manifest, values, { directory: bundleDirectory(host, sha256), platform, home }),
  );
}

async function withoutBundleErrors<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const { problem, what } = error;
    throw new PlugboardError('registry-bundle-refused', { name, problem, what: sanitizedText(what) }, error);
  }
}

/** Who signed a bundle, or that this is not known. */
export function signatureWarning({ signature }: Bundle): InstallWarning {
  if (!signature) return { code: 'bundle-unsigned', what: '' };
  const { isValid, signer, issuer, isSelfSigned, fingerprint } = signature;
  if (!isValid) return { code: 'bundle-signature-invalid', what: signer };
  const by = isSelfSigned ? signer : `${signer}, certified by ${issuer}`;
  return { code: 'bundle-signed', what: `${by}, ${fingerprint.slice(0, 16)}` };
}
