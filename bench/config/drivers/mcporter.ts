import { commandLine, httpServer, repeated, stdioServer, urlOf } from '../job.ts';
import type { Tool } from '../tool.ts';

const [command, ...args] = commandLine;

/** Reads the files of the clients, but writes only its own. */
export const mcporter: Tool = {
  id: 'mcporter',
  program: { from: 'npm', package: 'mcporter@0.12.3', bin: 'mcporter', newerNode: true },
  clients: { user: ['mcporter'] },
  register: () => {
    const given = args.flatMap((arg) => ['--arg', arg]);
    const { name, env } = stdioServer;
    const headers = repeated('--header', httpServer.headers, '=');
    return [
      {
        args: [
          'config',
          'add',
          name,
          '--command',
          command,
          ...given,
          ...repeated('--env', env, '='),
          '--scope',
          'home',
        ],
      },
      { args: ['config', 'add', httpServer.name, '--url', httpServer.url, ...headers, '--scope', 'home'] },
    ];
  },
  addOne: {
    scope: 'user',
    clients: ['mcporter'],
    file: '.mcporter/mcporter.json',
    calls: (_, name) => [{ args: ['config', 'add', name, '--url', urlOf(name), '--scope', 'home'] }],
  },
};
