import type { Command } from 'commander';
import type { Host } from '../../model/host.ts';
import { configDirectory } from '../../sets/config-directory.ts';

interface Options {
  readonly configDir?: string;
}

/** Declares `--config-dir`. */
export function declareDirectory(command: Command): Command {
  return command.option(
    '-c, --config-dir <directory>',
    'directory of sets; default: PLUGBOARD_CONFIG_DIR, CCMCP_CONFIG_DIR, ~/.claude/mcp-configs',
  );
}

export function directoryOf(command: Command, host: Host): string {
  return configDirectory(host, command.optsWithGlobals<Options>().configDir);
}

/** Whether the directory was given explicitly; it is then an error if it does not exist. */
export function isChosenDirectory(command: Command, { env }: Host): boolean {
  const { configDir } = command.optsWithGlobals<Options>();
  return Boolean(configDir || env['PLUGBOARD_CONFIG_DIR'] || env['CCMCP_CONFIG_DIR']);
}
