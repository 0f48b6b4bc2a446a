import { PlugboardError } from '../../model/diagnostics/error.ts';
import { shortPath } from '../../model/short-path.ts';
import { version } from '../../model/version.ts';
import { writeLines } from '../output/terminal-lines.ts';
import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

interface Options {
  readonly allow?: string;
}

export const setUpMcp: CommandSetup = (command, context) => {
  withExamples(command, 'mcp', 'mcp --allow apply')
    .option('--allow <rights>', 'rights without asking: apply, for CI; default: every change needs your consent')
    .action(async ({ allow }: Options) => {
      const { host } = context;
      if (allow !== undefined && allow !== 'apply')
        throw new PlugboardError('usage', { message: `--allow takes apply, not '${allow}'` });
      const [{ makeAgentApp }, { serve }] = await Promise.all([
        import('../../agent/app.ts'),
        import('../../agent/serve.ts'),
      ]);
      if (allow !== undefined) {
        const { projectAllow } = await import('../../agent/project-allow.ts');
        const file = await projectAllow(host);
        if (file !== undefined)
          throw new PlugboardError('usage', {
            message: `--allow is refused, because a file of this project sets it or may set it: ${shortPath(file, host)}`,
          });
      }
      const write = (line: string): void => writeLines('stderr', line.trimEnd(), context.output);
      await serve(makeAgentApp({ host, version, mayApply: allow === 'apply', write }));
    });
};
