import { PlugboardError } from '../../model/error.ts';
import { version } from '../../model/version.ts';
import type { SettingFlags } from '../../opencode/settings.ts';
import type { CommandSetup } from '../command-context.ts';
import { withExamples } from '../examples.ts';
import { writeTo } from '../standard-streams.ts';

const TOKEN_VARIABLE = 'OPENCODE_MCP_TOKEN';

export const setUpOpencode: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(
    command,
    'opencode',
    'opencode --toolsets core,session,files',
    'opencode --http --port 3000 --read-only',
    'opencode --url http://127.0.0.1:4096 --project ~/code/shop',
  )
    .option('--toolsets <names>', 'which tools: core, session, agents, files, config, mcp, admin, or all')
    .option('--read-only', 'only tools that change nothing')
    .option('--http', 'serve many clients over HTTP instead of one on standard input and output')
    .option('--port <port>', 'port for HTTP, 3000 if not said')
    .option('--hostname <name>', 'address for HTTP; others than this machine need --token')
    .option('--allow-host <names>', 'more host names under which HTTP clients may reach it, as behind a proxy')
    .option('--allow-origin <names>', 'web sites whose pages may use it over HTTP')
    .option('--token <token>', 'token of HTTP clients, instead of the one that is kept; better in OPENCODE_MCP_TOKEN')
    .option('--no-token', 'let every program and user of this machine in over HTTP')
    .option('--url <address>', 'use the OpenCode server at this address instead of starting one')
    .option('--project <directory>', 'directory of calls that name none')
    .action(async (options: SettingFlags) => {
      const { host } = context;
      const { insideVariable } = await import('../../opencode/server/child-environment.ts');
      if (host.env[insideVariable])
        throw new PlugboardError('usage', { message: 'this OpenCode was started by plugboard opencode itself' });
      const [{ makeApp }, { serve }, { readSettings }] = await Promise.all([
        import('../../opencode/make-app.ts'),
        import('../../opencode/serve.ts'),
        import('../../opencode/settings.ts'),
      ]);
      const settings = readSettings(host.env, host.cwd, options);
      if (settings.transport === 'stdio') refuseHttpOptions(options);
      const app = makeApp({ host, settings, version, write: (line) => writeTo('stderr', line) });
      await serve(app, ({ url, tokenFile }) => {
        output.talk(`OpenCode is served at ${url}`);
        if (settings.open)
          output.talk(`${output.mark('warning')} Every program and user of this machine can use it (--no-token).`);
        if (tokenFile === undefined) return;
        output.talk(`Clients need a token: export ${TOKEN_VARIABLE}="$(cat ${tokenFile})"`);
        output.talk(
          `Add it to a client with: plugboard add opencode-http --url ${url} --token '\${${TOKEN_VARIABLE}}'`,
        );
      });
    });
};

/** Without HTTP they would have no effect. */
function refuseHttpOptions({ port, hostname, allowHost, allowOrigin, token }: SettingFlags): void {
  const flags = { '--port': port, '--hostname': hostname, '--allow-host': allowHost, '--allow-origin': allowOrigin };
  const given = Object.entries({ ...flags, [token === false ? '--no-token' : '--token']: token })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (given.length > 0)
    throw new PlugboardError('usage', { message: `${given.join(', ')} without --http has no effect` });
}
