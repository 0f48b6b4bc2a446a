import type { Command } from 'commander';
import type { ServerHere } from '../../live/servers-here.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { visible } from '../../model/visible.ts';
import { shownAddress } from '../../runtime/sign-in/sign-in-error.ts';
import type { SignedOut } from '../../runtime/sign-in/sign-out.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import type { CommandContext } from '../program/command-context.ts';
import { type Failure, failureOf } from '../program/failure.ts';
import { serverNamed } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';
import { storedCredentials } from './credentials-here.ts';
import { signInFailure } from './sign-in-failure.ts';

interface Ended {
  readonly name: string;
  readonly issuer: string;
  readonly credentialId: string;
  /** Absent in a dry run. */
  readonly out?: SignedOut;
}

/** `auth logout` and `unauth`. */
export async function logout(
  name: string | undefined,
  flags: { readonly client?: string; readonly all?: boolean },
  context: CommandContext,
  command: Command,
): Promise<void> {
  const { output, globals } = context;
  const { client, all = false } = flags;
  if (all === (name !== undefined)) throw new PlugboardError('usage', { message: 'Name a server, or use --all.' });
  await withRuntime(context, command, client === undefined ? {} : { client }, false, async (use) => {
    const toEnd = name === undefined ? await allCredentials(use) : [await serverOrCredential(name, use)];
    const ended: Ended[] = [];
    const failures: Failure[] = [];
    for (const toRun of toEnd) {
      const one = await endOne(toRun, use, globals.dryRun ?? false).catch((error: unknown) => {
        failures.push(signInFailure(toRun, error));
      });
      if (one) ended.push(one);
    }
    if (name !== undefined && ended.length + failures.length === 0)
      failures.push(failureOf(new PlugboardError('not-signed-in', { name }), { server: name }));
    const [first, ...others] = failures;
    if (first && ended.length === 0) return output.fail(first, ...others);
    printEnded(ended, context);
    if (first) output.fail(first, ...others);
  });
}

/** The server with this name, or the unused credential with this id. */
async function serverOrCredential(name: string, use: Use): Promise<ServerToRun> {
  const server = use.runtime.servers.find((one) => one.name === name);
  if (server) return withoutCommands(server, use);
  const kept = (await allCredentials(use)).find((one) => one.name === name);
  return kept ?? serverNamed(name, use);
}

async function allCredentials({ context }: Use): Promise<ServerToRun[]> {
  const { credentials } = await storedCredentials(context.host);
  return credentials.map(({ id, server, client }) => {
    const auth = { type: 'oauth' as const, credentialId: id, ...(client.kind === 'given' && { clientId: client.id }) };
    return { name: id, server: { url: server, auth } };
  });
}

/** Signing out must not require approval of a project definition, so its secrets, possibly commands, are left out. */
async function withoutCommands(server: ServerHere, { runtime }: Use): Promise<ServerToRun> {
  const { auth, ...rest } = server.server;
  if (!auth || (await runtime.approvals.permissionFor(server)) === 'approved') return server;
  const { clientSecret: _, privateKey: __, ...harmless } = auth;
  return { ...server, server: { ...rest, auth: { ...harmless, type: 'oauth' } } };
}

async function endOne(toRun: ServerToRun, { runtime }: Use, dryRun: boolean): Promise<Ended | undefined> {
  const { name } = toRun;
  if (dryRun) {
    const { credentialId, issuer } = await runtime.signIn.status(toRun);
    return credentialId === undefined || issuer === undefined ? undefined : { name, issuer, credentialId };
  }
  const out = await runtime.signIn.end(toRun);
  return out && { name, issuer: out.issuer, credentialId: out.credentialId, out };
}

function printEnded(ended: readonly Ended[], { output }: CommandContext): void {
  if (output.json) {
    const data = ended.map(({ name, issuer, credentialId, out }) => {
      const told = out && { revoked: out.isRevoked, ...(out.why !== undefined && { why: out.why }) };
      return { name, issuer, credentialId, ...told };
    });
    return output.data({ signedOut: data, written: ended.some(({ out }) => out) });
  }
  if (ended.length === 0) output.print('Not signed in to any server.');
  for (const { name, issuer, out } of ended) {
    const where = `${visible(name)} at ${shownAddress(issuer)}`;
    output.print(
      out ? `${output.mark('ok')} Signed out of ${where}` : `${output.mark('none')} Would sign out of ${where}`,
    );
    if (out?.isRevoked === false)
      output.talk(
        `${output.mark('warning')} Deleted here, but could not be revoked at the authorization server: ${visible(out.why ?? '')}`,
      );
  }
}
