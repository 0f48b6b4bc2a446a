import type { Host } from '../../model/host.ts';
import { launcherEntry, readLauncher } from '../../model/launcher/launcher-entry.ts';
import { catalogId } from '../../model/origin.ts';
import { runDefinition } from '../../model/run-definition.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { readOutsideDefinitions } from '../../store/approvals/outside-definitions.ts';
import { lineGrant, type NewGrant, notGiven, notGivenTo, outsideKey } from '../../store/vault/grants.ts';
import { readVaultIndex } from '../../store/vault/vault-index.ts';
import { findInClient } from '../found-servers.ts';
import { gatewayEntry } from './form-entry.ts';
import { ownProgram, vaultVariables } from './own-program.ts';

export interface StartWithSecrets {
  /**
   * The server as a client must start it: through the launcher or the gateway if it refers to secrets that only the vault
   * has, else as it is. `isOwn` is false for a server of a project.
   */
  of(name: string, server: Server, isOwn: boolean): Promise<Server>;
  /** What the servers must be given before they start. */
  readonly grants: readonly NewGrant[];
  /** Servers that will not get secrets which they refer to, with the names of these. */
  readonly without: readonly { readonly server: string; readonly secrets: readonly string[] }[];
}

/** A client that we start gets the variables of our environment, and none of the vault. */
export async function startWithSecrets(host: Host): Promise<StartWithSecrets> {
  const index = await readVaultIndex(host);
  const outside = await readOutsideDefinitions(host);
  const known = index.secrets.filter(({ name }) => host.env[name] === undefined);
  const grants: NewGrant[] = [];
  const without: { server: string; secrets: readonly string[] }[] = [];
  const throughGateway = async (name: string, server: Server, own: readonly string[]): Promise<Server | undefined> => {
    const { servers } = await findInClient(host, catalogId, 'user');
    const served = servers.find((one) => one.name === name && runDefinition(one.server) === runDefinition(server));
    return served && gatewayEntry(server, name, { own, state: {} });
  };
  return {
    grants,
    without,
    async of(name, server, isOwn) {
      const text = readLauncher(server) ? '' : runDefinition(server);
      const found = known.filter((one) => text.includes(`\${${one.name}}`));
      if (found.length === 0) return server;
      const secrets = found.map((one) => one.name);
      const own = await ownProgram(host, { isForThisRun: true });
      const isStarted = inferTransport(server) === 'stdio';
      const vaults = found.map(({ vault }) => vault);
      const isWithheld = outside.has(server) && notGiven(index, outsideKey(server), secrets).length > 0;
      const through =
        !isOwn || isWithheld
          ? undefined
          : isStarted
            ? launcherEntry(name, server, new Set(secrets), own, vaultVariables(host, vaults, false))
            : await throughGateway(name, server, own);
      if (!through) without.push({ server: name, secrets });
      const line = through && readLauncher(through);
      // How it starts here, a person has not seen: the launcher judges that.
      if (line && notGivenTo(index, line, host).length > 0) grants.push(lineGrant(line));
      return through ?? server;
    },
  };
}
