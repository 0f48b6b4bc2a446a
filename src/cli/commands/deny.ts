import { loadApprovalContext } from '../../live/approvals/project-servers.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import { shortPath } from '../../model/short-path.ts';
import { switchCommand } from '../../model/switch-command.ts';
import { visible } from '../../model/visible.ts';
import { projectServersInSets } from '../../sets/sets-here.ts';
import { chooseServers } from '../approvals/choose-servers.ts';
import { decideOnProject } from '../approvals/decide-on-project.ts';
import { serverAsData } from '../approvals/show-server.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

/** Denying is harmless, so a shorter prefix of the fingerprint is enough. */
const LEAST = 8;

/** Denying needs no confirmation: it starts nothing and can be undone. */
export const setUpDeny: CommandSetup = (command, context) => {
  const { output } = context;
  withExamples(command, 'deny github', 'deny 4bf1c2d09a77', 'deny --project')
    .argument('[server...]', 'servers of this project: a name, or at least 8 characters of a fingerprint')
    .option('--project', 'stop trusting this project, so that your own servers start in your home')
    .action(async (words: string[], options: { project?: boolean }) => {
      const { host, globals } = context;
      if (options.project) return decideOnProject(false, words, context);
      if (words.length === 0)
        throw new PlugboardError('usage', { message: 'Name the servers to deny, or use --project.' });
      const desk = await loadApprovalContext(host, await projectServersInSets(host));
      output.unread(desk.unread, false);
      const { chosen, own } = chooseServers(words, desk, host.env, LEAST);
      const servers = chosen.map(({ server }) => server);
      const [first, ...others] = own.map((name) => ({
        code: 'usage' as const,
        message: `"${name}" is your own server, not one of a project.`,
        hint: `disable it with: ${switchCommand('disable', name, desk.all.find((one) => one.name === name)?.origin)}`,
      }));
      if (first) return output.fail(first, ...others);
      if (!globals.dryRun) for (const { toRun } of servers) await desk.approvals.deny(toRun);
      if (output.json) {
        const now = globals.dryRun ? {} : { permission: 'denied' as const };
        const data = servers.map((server) => serverAsData({ ...server, ...now }));
        return output.data({ denied: data, written: !globals.dryRun });
      }
      for (const { toRun, text } of servers) {
        const where = shortPath(toRun.origin?.project ?? '', host);
        const words = globals.dryRun ? `Would deny ${visible(toRun.name)}` : `${visible(toRun.name)} denied`;
        output.print(`${output.mark(globals.dryRun ? 'none' : 'ok')} ${words} in ${where}`);
        output.talk(output.style('dim', `Undo with: plugboard approvals forget ${text.fingerprint.slice(0, 12)}`));
      }
    });
};
