import type { Command } from 'commander';
import { toolNamePrefix } from '../../model/tool-name.ts';
import type { ServeFlags } from '../gateway/serve-flags.ts';
import { viewFlagOptions } from '../gateway/view-flags.ts';
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
    .action(async (given: ServeFlags) => {
      const flags = await withProfile(given, command, context);
      if (flags.newToken) {
        const { renewToken } = await import('../gateway/renew-token.ts');
        await renewToken(context);
        if (flags.http === undefined) return;
      }
      const { serve } = await import('../gateway/serve.ts');
      await serve(flags, command, context);
    });
};

/** Turns a profile into the options that it stands for. */
async function withProfile(flags: ServeFlags, command: Command, { host }: CommandContext): Promise<ServeFlags> {
  if (flags.profile === undefined) return flags;
  if (flags.only !== undefined) command.error('error: use either --profile or --only');
  const { findProfile } = await import('../../manage/sync/profiles.ts');
  const { profile } = await findProfile(host, flags.profile);
  const tools = Object.entries(profile.tools ?? {});
  if (tools.length > 0 && flags.names === 'plain')
    command.error('error: a profile with tools needs the names that tell servers apart; leave out --names plain');
  const patterns = (server: string, globs: readonly string[] = []): string[] =>
    globs.map((glob) => `${toolNamePrefix(server)}${glob}`);
  const limited = tools.filter(([, { allow }]) => allow);
  const open = profile.servers.filter((name) => !limited.some(([server]) => server === name));
  const allow =
    limited.length === 0
      ? []
      : [
          ...limited.flatMap(([server, filter]) => patterns(server, filter.allow)),
          ...open.map((server) => `${toolNamePrefix(server)}*`),
        ];
  const deny = tools.flatMap(([server, filter]) => patterns(server, filter.deny));
  return {
    ...flags,
    only: profile.servers.join(','),
    ...(allow.length > 0 && { allow: [...(flags.allow ?? []), ...allow] }),
    ...(deny.length > 0 && { deny: [...(flags.deny ?? []), ...deny] }),
  };
}
