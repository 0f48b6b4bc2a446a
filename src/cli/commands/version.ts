import type { CommandSetup } from '../program/command-context.ts';
import { withExamples } from '../program/examples.ts';

export const setUpVersion: CommandSetup = (command, { output }) => {
  withExamples(command, 'version', 'version --json').action(() => {
    const { platform, arch } = process;
    const { node } = process.versions;
    const version = command.parent?.version() ?? '';
    if (output.json) return output.data({ version, node, platform, arch });
    output.print(`plugboard ${version}`);
    output.print(`Node ${node}`);
    output.print(`${platform} ${arch}`);
  });
};
