import type { Command } from 'commander';
import { ViewError, viewOf } from '../../gateway/catalog/view-text.ts';
import type { View } from '../../gateway/options.ts';

/** The view of a client, as options of `serve` and `connect`. */
export interface ViewFlags {
  readonly only?: string;
  readonly names?: string;
  readonly search?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
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
