import type { CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import type { ServeFlags } from '../gateway/serve-flags.ts';
import { collect } from '../server-flags.ts';

export const setUpServe: CommandSetup = (command, context) => {
  withExamples(
    command,
    'serve',
    'serve --client cursor --only github,files',
    'serve --http 7420 --names plain',
    'serve --new-token',
    'serve --search auto --deny "*delete*"',
  )
    .option('--http [port]', 'over HTTP instead of standard input and output; any free port when none is given')
    .option('--host <address>', 'where to listen with --http; only this machine by default')
    .option('--client <name>', 'who is served, for logs and the views of clients')
    .option('--from <clients>', 'only servers that these assistants have')
    .option('--only <servers>', 'only these servers')
    .option(
      '--names <style>',
      'prefixed: mcp_<server>_<tool>; plain: their own names as far as they differ (default: prefixed)',
    )
    .option('--allow <tool>', 'only tools whose names fit, with * for any text; may be repeated', collect)
    .option('--deny <tool>', 'no tools whose names fit; may be repeated', collect)
    .option('--search <when>', 'two tools to find and call all others: off (default), on, or auto above 20,000 tokens')
    .option('--idle <minutes>', 'end servers that nobody has used for so long; 0 keeps them', '15')
    .option('--call-timeout <seconds>', 'how long a call may take without an answer or progress', '900')
    .option('--strict', 'do not use a server when one of its values cannot be had')
    .option('--audit <file>', 'append a line of JSON for every call, without arguments or results')
    .option('--new-token', 'lock out everyone who has the token of --http; serves only if --http is given as well')
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
