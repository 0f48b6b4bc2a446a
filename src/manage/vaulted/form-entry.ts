import type { Host } from '../../model/host.ts';
import { gatewayArguments, launcherEntry, readLauncher, secretsOf } from '../../model/launcher/launcher-entry.ts';
import type { VaultId } from '../../model/secrets/vault-id.ts';
import type { Server } from '../../model/server.ts';
import { asCommands, canExpress, type Form, type FormSubject, type Referring } from './choose-form.ts';
import { ownProgram, vaultVariables } from './own-program.ts';

/** How an entry starts Plugboard. */
export interface OwnParts {
  readonly own: readonly string[];
  /** Variables with which it finds its vault. */
  readonly state: Readonly<Record<string, string>>;
}

/** A file that is shared with others starts Plugboard by its name; one of the user names what is on this machine. */
export async function ownParts(
  host: Host,
  { client, scope }: Pick<FormSubject, 'client' | 'scope'>,
  vaults: readonly VaultId[],
  form: Form,
): Promise<OwnParts> {
  if (form === 'reference') return { own: [], state: {} };
  const isShared = scope === 'project';
  const own = await ownProgram(host, { isDesktop: client.behavior?.isDesktopApp, isShared });
  return { own, state: isShared ? {} : vaultVariables(host, vaults, form === 'gateway') };
}

/** The server in a form that needs no catalog; undefined if the client cannot express it. */
export function formedEntry(
  form: Exclude<Form, 'gateway'>,
  host: Host,
  subject: FormSubject,
  { server, secrets }: Pick<Referring, 'server' | 'secrets'>,
  { own, state }: OwnParts,
): Server | undefined {
  if (form === 'reference') return server;
  if (form === 'command') return asCommands(subject, server, secrets);
  const before = readLauncher(subject.server);
  const all = new Set([...(before ? secretsOf(before) : []), ...secrets]);
  const written = before?.words ?? subject.server.args;
  const launcher = launcherEntry(before?.server ?? subject.name, server, all, own, state, written);
  return canExpress(host, subject, launcher) ? launcher : undefined;
}

/** The entry that starts the gateway for a remote server of the catalog. */
export function gatewayEntry(server: Server, served: string, { own, state }: OwnParts): Server {
  const { url: _, headers: __, auth: ___, transport: ____, ...rest } = server;
  const [command = '', ...before] = own;
  return {
    ...rest,
    command,
    args: [...before, ...gatewayArguments(served)],
    ...(Object.keys(state).length > 0 && { env: state }),
  };
}
