import { PlugboardError } from '../../model/diagnostics/error.ts';
import { version } from '../../model/version.ts';
import type { SettingFlags } from '../../opencode/settings.ts';
import { writeLines } from '../output/terminal-lines.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

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
    .option('--toolsets <names>', 'toolsets to include: core, session, agents, files, config, mcp, admin, or all')
    .option('--read-only', 'include only read-only tools')
    .option('--http', 'serve many clients over HTTP instead of one over stdio')
    .option('--port <port>', 'HTTP port; default: 3000')
    .option('--hostname <name>', 'HTTP address; any other than this machine requires --token')
    .option('--allow-host <names>', 'additional host names of HTTP requests, for example behind a proxy')
    .option('--allow-origin <names>', 'web origins that may use it over HTTP')
    .option('--token <token>', 'token of HTTP clients; prefer OPENCODE_MCP_TOKEN; default: a stored token')
    .option('--no-token', 'allow every program and user of this machine to use it over HTTP')
    .option('--url <address>', 'URL of a running OpenCode server; default: start one')
    .option('--project <directory>', 'default directory of calls')
    .action(async (options: SettingFlags) => {
      const { host } = context;
      const { insideVariable } = await import('../../opencode/server/child-environment.ts');
      if (host.env[insideVariable])
        throw new PlugboardError('usage', {
          message: 'This OpenCode was started by plugboard opencode, which cannot be nested.',
        });
      const [{ makeApp }, { serve }, { readSettings }] = await Promise.all([
        import('../../opencode/make-app.ts'),
        import('../../opencode/serve.ts'),
        import('../../opencode/settings.ts'),
      ]);
      const settings = readSettings(host.env, host.cwd, options);
      if (settings.transport === 'stdio') refuseHttpOptions(options);
      const app = makeApp({ host, settings, version, write: (line) => writeLines('stderr', line.trimEnd(), output) });
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

/** Rejects HTTP options that would have no effect over stdio. */
function refuseHttpOptions({ port, hostname, allowHost, allowOrigin, token }: SettingFlags): void {
  const flags = { '--port': port, '--hostname': hostname, '--allow-host': allowHost, '--allow-origin': allowOrigin };
  const given = Object.entries({ ...flags, [token === false ? '--no-token' : '--token']: token })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (given.length > 0) throw new PlugboardError('usage', { message: `Only with --http: ${given.join(', ')}` });
}
