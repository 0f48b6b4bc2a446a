import type { Command } from 'commander';
import { ViewError, viewOf } from '../../gateway/catalog/view-text.ts';
import type { View } from '../../gateway/options.ts';
import { collect } from '../input/server-flags.ts';

/** The view of a client, as options of `serve` and `connect`. */
export interface ViewFlags {
  readonly only?: string;
  readonly names?: string;
  readonly search?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Declares the view options. */
export function viewFlagOptions(command: Command): Command {
  return command
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
    );
}

/** Parses the view options. Exits with a usage error if one is invalid. */
export function viewIn({ only, ...words }: ViewFlags, command: Command): View {
  try {
    return viewOf({ ...words, ...(only !== undefined && { only: [only] }) });
  } catch (error) {
    if (!(error instanceof ViewError)) throw error;
    return command.error(`error: --${error.message}`);
  }
}

/** The options for a view. */
export function flagsFor({ servers, tools = {}, names, search }: View): string[] {
  return [
    ...(servers === undefined ? [] : ['--only', servers.join(',')]),
    ...(names === undefined ? [] : ['--names', names]),
    ...(search === undefined ? [] : ['--search', search]),
    ...(tools.allow ?? []).flatMap((pattern) => ['--allow', pattern]),
    ...(tools.deny ?? []).flatMap((pattern) => ['--deny', pattern]),
  ];
}
