import type { Host } from '../../model/host.ts';
import { places } from '../../store/state/places.ts';
import { MEMORY, type StateFlag, stateIn, stateOption } from '../gateway/state/state-flag.ts';
import type { CommandContext, CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { ExitCode, exitCodeOf } from '../program/exit-code.ts';
import { type Reloaded, reloadServers } from '../reload/reload-servers.ts';
import { sharedPins } from '../reload/shared-pins.ts';
import { reloadedAsData, reloadedLines } from '../reload/show-reloaded.ts';
import { declareRuntimeFlags, type RuntimeFlags } from '../runtime/runtime-flags.ts';
import { obstacleAsData } from '../runtime/show-obstacle.ts';
import { allServers, obstacleAfterPrompt, obstacleBefore, serverNamed } from '../runtime/use-server.ts';
import { type Use, withRuntime } from '../runtime/with-runtime.ts';

interface Options extends RuntimeFlags, StateFlag {
  readonly accept?: boolean;
}

export const setUpReload: CommandSetup = (command, context) => {
  withExamples(command, 'reload', 'reload github --verbose', 'reload github files --json', 'reload github --accept');
  command
    .argument('[name...]', 'servers to reload; default: all active servers')
    .option('--accept', 'accept the current tool descriptions of these servers');
  declareRuntimeFlags(stateOption(command)).action(async (names: string[], options: Options) => {
    const accept = options.accept ?? false;
    if (accept && names.length === 0) command.error('error: --accept requires the names of the servers');
    const { host, output, globals, mayAsk, interactive, argv, afterDashes } = context;
    const uncached = { host: withoutEras(host), output, globals, mayAsk, interactive, argv, afterDashes };
    const state = stateIn(options, host.env);
    const shared = state === MEMORY ? undefined : await sharedPins(state);
    const flags = { ...options, ...(shared && { pins: shared.pins }) };
    try {
      await withRuntime(uncached, command, flags, names.length === 0, async (use) => {
        const checked = names.length > 0 ? await checkNamed(names, use) : await checkAll(use);
        const free = checked.filter(({ obstacle }) => !obstacle).map(({ server }) => server);
        const reloaded = await reloadServers(free, accept, use);
        const outcomes = checked.map((one) => reloaded.find(({ server }) => server === one.server) ?? one);
        await shared?.announce();
        printReloaded(outcomes, context);
      });
    } finally {
      await shared?.close();
    }
  });
};

/** Asks for approvals one after the other. */
async function checkNamed(names: readonly string[], use: Use): Promise<Reloaded[]> {
  const checked: Reloaded[] = [];
  for (const server of new Set(names.map((name) => serverNamed(name, use)))) {
    const obstacle = await obstacleAfterPrompt(server, use);
    checked.push({ server, ...(obstacle && { obstacle }) });
  }
  return checked;
}

/** Skips disabled and denied servers. */
async function checkAll(use: Use): Promise<Reloaded[]> {
  const checked = await Promise.all(
    allServers(use).map(async (server): Promise<Reloaded> => {
      const obstacle = await obstacleBefore(server, use);
      return { server, ...(obstacle && { obstacle }) };
    }),
  );
  return checked.filter(({ server, obstacle }) => !server.disabled && obstacle?.code !== 'approval-denied');
}

/** Uses the exit code of the failures if all have the same one. */
function printReloaded(outcomes: readonly Reloaded[], { output }: CommandContext): void {
  const failed = outcomes.flatMap(({ obstacle }) => obstacle ?? []);
  const [code, ...others] = new Set(failed.map((obstacle) => exitCodeOf(obstacle.code)));
  if (code !== undefined) output.exitCode = others.length === 0 ? code : ExitCode.failed;
  if (output.json) {
    const data = { servers: outcomes.map(reloadedAsData) };
    return output.document({ ok: failed.length === 0, data, warnings: [], errors: failed.map(obstacleAsData) });
  }
  if (outcomes.length === 0) return output.print('No MCP servers found.');
  for (const outcome of outcomes) output.print(reloadedLines(outcome, output));
}

/** A host without the cached protocol versions of servers. New ones are still written to the cache. */
function withoutEras(host: Host): Host {
  const kept = `${places(host).cache}/eras/`;
  return {
    ...host,
    fs: {
      ...host.fs,
      readFile: async (path) => {
        if (path.startsWith(kept)) throw Object.assign(new Error('forgotten'), { code: 'ENOENT' });
        return host.fs.readFile(path);
      },
    },
  };
}
