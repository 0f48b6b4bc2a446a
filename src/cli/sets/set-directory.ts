import type { Command } from 'commander';
import type { Host } from '../../model/host.ts';
import { configDirectory } from '../../sets/config-directory.ts';

interface Options {
  readonly configDir?: string;
}

/** Lets a person say where the sets are. */
export function declareDirectory(command: Command): Command {
  return command.option(
    '-c, --config-dir <directory>',
    'where the sets are; else PLUGBOARD_CONFIG_DIR, CCMCP_CONFIG_DIR, ~/.claude/mcp-configs',
  );
}

export function directoryOf(command: Command, host: Host): string {
  return configDirectory(host, command.optsWithGlobals<Options>().configDir);
}

/** Whether somebody has said where the sets are. Then it is an error when that is not there. */
export function isChosenDirectory(command: Command, { env }: Host): boolean {
  const { configDir } = command.optsWithGlobals<Options>();
  return Boolean(configDir || env['PLUGBOARD_CONFIG_DIR'] || env['CCMCP_CONFIG_DIR']);
}
