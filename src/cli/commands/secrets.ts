import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';
import { unknownSubcommand } from '../program/subcommands.ts';
import { setUpAllow } from '../secrets/allow.ts';
import { setUpGet, setUpRemove, setUpRotate, setUpSet } from '../secrets/change-secrets.ts';
import { listSecrets, setUpList } from '../secrets/list-secrets.ts';
import { setUpMigrate } from '../secrets/migrate.ts';
import { setUpScan } from '../secrets/scan.ts';

export const setUpSecrets: CommandSetup = (command, context) => {
  withExamples(command, 'secrets scan', 'secrets migrate --dry-run', 'secrets rotate GITHUB_TOKEN')
    .usage('[list] | scan | migrate | set | get | rotate | remove | allow')
    .allowExcessArguments()
    .action(async () => {
      const [word] = command.args;
      if (word !== undefined) unknownSubcommand(command, word);
      await listSecrets(context);
    });
  setUpList(command, context);
  setUpScan(command, context);
  setUpMigrate(command, context);
  setUpSet(command, context);
  setUpGet(command, context);
  setUpRotate(command, context);
  setUpRemove(command, context);
  setUpAllow(command, context);
};
