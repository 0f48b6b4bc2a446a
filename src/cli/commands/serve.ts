import type { Command } from 'commander';
import type { Profile } from '../../model/fields/catalog-fields.ts';
import { visible } from '../../model/visible.ts';
import type { ServeFlags } from '../gateway/serve-flags.ts';
import { viewFlagOptions, viewIn } from '../gateway/view-flags.ts';
import { collect } from '../input/server-flags.ts';
import { LOCKED } from '../lock/require-lock.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpServe: CommandSetup = (command, context) => {
  withExamples(
    command,
    'serve',
    'serve --client cursor --only github,files',
    'serve --http 7420 --names plain',
    'serve --new-token',
    'serve --http 7420 --host 0.0.0.0 --cert cert.pem --key key.pem --oauth-issuer https://id.example.com --public-url https://mcp.example.com',
    'serve --search auto --deny "*delete*"',
  )
    .option('--http [port]', 'serve over HTTP instead of stdio; default port: a free one')
    .option('--host <address>', 'address to listen on with --http; default: this machine only')
    .option('--client <name>', 'name of the client, for logs and per-client settings')
    .option('--from <clients>', 'clients whose servers to use');
  viewFlagOptions(command)
    .option('--profile <profile>', 'servers and tools of a profile to include')
    .option('--idle <minutes>', 'minutes before an idle server is stopped; 0 = never', '15')
    .option('--call-timeout <seconds>', 'seconds before a call without response or progress times out', '900')
    .option('--config <file>', 'gateway.json with settings of --http; options replace its settings')
    .option('--public-url <url>', 'address that clients use, if it is another one, such as that of a proxy')
    .option('--cert <file>', 'TLS certificate with its chain (PEM); read again when it changes')
    .option('--key <file>', 'private key of the certificate (PEM)')
    .option('--behind-proxy <addresses>', 'addresses or ranges of proxies whose forwarding headers are trusted')
    .option('--oauth-issuer <url>', 'authorization server whose access tokens are accepted')
    .option('--oauth-audience <id>', 'what access tokens must be issued for; default: the public URL with /mcp')
    .option('--oauth-scope <scopes>', 'scopes that access tokens need')
    .option('--oauth-groups-claim <claim>', 'claim with the groups of a user; default: groups')
    .option(
      '--oauth-group <group?view>',
      'group that may use the gateway, with its view as in a URL: dev?only=github; repeatable',
      collect,
    )
    .option('--strict', 'skip servers with unresolved variables')
    .option('--locked', LOCKED)
    .option('--audit <file>', 'file to append one JSON line per call to, without arguments and results')
    .option(
      '--state <where>',
      'state of the gateway with --http: memory (default), or the URL of a Redis or Valkey that several gateways share',
    )
    .option(
      '--rate <number>',
      'requests per second of each client with --http, counted over all gateways that share a state',
    )
    .option('--drain-delay <seconds>', 'seconds to keep serving after a stop signal while /ready says draining')
    .option('--new-token', 'replace the HTTP token; clients using the old one get 401; serves only with --http')
    .action(async (flags: ServeFlags) => {
      const profile = await profileOf(flags, command, context);
      if (flags.newToken) {
        const { renewToken } = await import('../gateway/renew-token.ts');
        await renewToken(context);
        if (flags.http === undefined) return;
      }
      const { serve } = await import('../gateway/serve.ts');
      await serve(flags, command, context, profile);
    });
};

/** The profile to serve. The other options narrow it: none of them adds a server or a tool. */
async function profileOf(
  { profile: name, only }: ServeFlags,
  command: Command,
  { host }: CommandContext,
): Promise<Profile | undefined> {
  if (name === undefined) return undefined;
  const { findProfile } = await import('../../manage/sync/profiles.ts');
  const { profile } = await findProfile(host, name);
  const missing = (only === undefined ? undefined : viewIn({ only }, command).servers)?.find(
    (server) => !profile.servers.includes(server),
  );
  if (missing !== undefined) command.error(`error: profile "${visible(name)}" does not have "${visible(missing)}"`);
  return profile;
}
