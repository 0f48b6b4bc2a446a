import type { Command } from 'commander';
import { addToSet, createSet, removeFromSet, renameSet } from '../../sets/change-set.ts';
import { findServers } from '../../sets/find-servers.ts';
import { carryOut } from '../plan/carry-out.ts';
import type { CommandContext } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { knownSets, pathOfSet, setNamed, setsIfThere, usableSet } from './known-sets.ts';
import { declareDirectory, directoryOf } from './set-directory.ts';

interface Options {
  readonly description?: string;
  readonly overwrite?: boolean;
}

const serverWords = 'server names; set/name, client/name or client:scope/name if a name is ambiguous';

/** Commands that create and change sets. */
export function setUpChanges(sets: Command, context: CommandContext): void {
  const create = sets.command('create').description('Create a set from your servers.');
  withExamples(create, 'sets create work github linear', 'sets create demo cursor/figma --description "For the demo"')
    .argument('<set>', 'name of the set')
    .argument('[servers...]', serverWords)
    .option('--description <text>', 'description of the set')
    .option('--overwrite', 'replace an existing set');
  declareDirectory(create).action(async (name: string, words: string[], options: Options) => {
    const servers = await findServers(context.host, words, await setsIfThere(create, context));
    const path = pathOfSet(create, context, name);
    await carryOut(
      context,
      () => createSet(context.host, { path, name, servers, ...options }),
      () => ({ set: name }),
    );
  });

  const add = sets.command('add').description('Add servers to a set.');
  withExamples(add, 'sets add work sentry', 'sets add work codex/github --overwrite')
    .argument('<set>', 'the set')
    .argument('<servers...>', serverWords)
    .option('--overwrite', 'replace existing servers');
  declareDirectory(add).action(async (name: string, words: string[], options: Options) => {
    const known = await knownSets(add, context);
    const set = usableSet(name, known, directoryOf(add, context.host));
    const others = known.filter((other) => other !== set);
    const servers = await findServers(context.host, words, others);
    await carryOut(
      context,
      () => addToSet(context.host, { ...set, servers, ...options }),
      () => ({ set: set.name }),
    );
  });

  const remove = sets.command('remove').alias('rm').description('Remove servers from a set, or the set itself.');
  withExamples(remove, 'sets remove work sentry', 'sets remove work')
    .argument('<set>', 'the set')
    .argument('[servers...]', 'servers to remove; if none, the set is removed');
  declareDirectory(remove).action(async (name: string, servers: string[]) => {
    const set = setNamed(name, await knownSets(remove, context), directoryOf(remove, context.host));
    await carryOut(
      context,
      () => removeFromSet(context.host, set, servers),
      () => ({ set: set.name }),
    );
  });

  const rename = sets.command('rename').alias('mv').description('Rename a set.');
  withExamples(rename, 'sets rename work office', 'sets rename work office --dry-run')
    .argument('<set>', 'the set')
    .argument('<new-name>', 'new name of the set');
  declareDirectory(rename).action(async (from: string, to: string) => {
    const set = setNamed(from, await knownSets(rename, context), directoryOf(rename, context.host));
    const path = pathOfSet(rename, context, to);
    await carryOut(
      context,
      () => renameSet(context.host, set, { path, name: to }),
      () => ({ set: to }),
    );
  });
}
