import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { unknownSubcommand } from '../program/subcommands.ts';
import { setUpInstall } from '../registry/install.ts';
import { setUpOutdated, setUpUpdate } from '../registry/outdated.ts';
import { setUpRefresh, setUpSearch } from '../registry/search.ts';
import { setUpShow } from '../registry/show.ts';

export const setUpRegistry: CommandSetup = (command, context) => {
  withExamples(command, 'registry search weather', 'registry install io.github.acme/weather --to cursor')
    .usage('search | show | install | update | outdated | refresh')
    .allowExcessArguments()
    .action(() => {
      const [word] = command.args;
      if (word !== undefined) unknownSubcommand(command, word);
      command.help();
    });
  setUpSearch(command, context);
  setUpShow(command, context);
  setUpInstall(command, context);
  setUpUpdate(command, context);
  setUpOutdated(command, context);
  setUpRefresh(command, context);
};
