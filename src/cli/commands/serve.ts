import type { ServeFlags } from '../gateway/serve-flags.ts';
import { collect } from '../input/server-flags.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpServe: CommandSetup = (command, context) => {
  withExamples(
    command,
    'serve',
    'serve --client cursor --only github,files',
    'serve --http 7420 --names plain',
    'serve --new-token',
    'serve --search auto --deny "*delete*"',
  )
    .option('--http [port]', 'serve over HTTP instead of stdio; default port: a free one')
    .option('--host <address>', 'address to listen on with --http; default: this machine only')
    .option('--client <name>', 'name of the client, for logs and per-client settings')
    .option('--from <clients>', 'clients whose servers to use')
    .option('--only <servers>', 'servers to include')
    .option(
      '--names <style>',
      'style of tool names: prefixed (mcp_<server>_<tool>, default) or plain (original names where unique)',
    )
    .option('--allow <tool>', 'tools to include (glob); repeatable', collect)
    .option('--deny <tool>', 'tools to exclude (glob); repeatable', collect)
    .option(
      '--search <when>',
      'replace all tools with two that find and call them: off (default), on, or auto above 20,000 tokens',
    )
    .option('--idle <minutes>', 'minutes before an idle server is stopped; 0 = never', '15')
    .option('--call-timeout <seconds>', 'seconds before a call without response or progress times out', '900')
    .option('--strict', 'skip servers with unresolved variables')
    .option('--audit <file>', 'file to append one JSON line per call to, without arguments and results')
    .option('--new-token', 'replace the HTTP token; clients using the old one get 401; serves only with --http')
    .action(async (flags: ServeFlags) => {
      if (flags.newToken) {
        const { renewToken } = await import('../gateway/renew-token.ts');
        await renewToken(context);
        if (flags.http === undefined) return;
      }
      const { serve } = await import('../gateway/serve.ts');
      await serve(flags, command, context);
    });
};
