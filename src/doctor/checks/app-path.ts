import { updateFix } from '../fixes.ts';
import { fieldAt, issueOn } from '../issue.ts';
import { type Launch, launchesOf } from '../launch.ts';
import { desktopPath, type FindProgram, programFinder } from '../search-path.ts';
import type { Check, Issue, Fix, DoctorContext } from '../types.ts';

/** Scripts that look for another program on the PATH, which is installed next to them. */
const scripts = /^(?:npx|npm|pnpm|pnpx|yarn|tsx|ts-node|pipx)$/;

/** Reports commands that a terminal finds but a program started from the desktop does not. */
export const appPath: Check = async (context) => {
  const directories = desktopPath(context.host);
  if (!directories) return [];
  const launches = launchesOf(context).filter(
    ({ subject, command, ownPath }) =>
      subject.entry.client.behavior?.isDesktopApp && !ownPath && !/[/\\\s]/.test(command),
  );
  const find = programFinder(context.host);
  const found = await Promise.all(launches.map((launch) => judge(context, launch, directories, find)));
  return found.flat();
};

async function judge(
  context: DoctorContext,
  launch: Launch,
  directories: readonly string[],
  find: FindProgram,
): Promise<Issue[]> {
  const { project } = context;
  const { subject, command } = launch;
  const inTerminal = await find(command, launch.directories, project);
  // A command that a terminal does not find either has its own diagnostic.
  if (inTerminal.found === undefined) return [];
  if ((await find(command, directories, project)).found !== undefined) return [];
  const { client, scope } = subject.entry;
  const evidence = [`a terminal finds ${inTerminal.found}`, `the desktop gives only ${directories.join(':')}`];
  if (scope === 'project') evidence.push('the file belongs to the project, where a path of this machine does not fit');
  const fix = scope === 'project' ? undefined : absoluteFix(context, launch, inTerminal.found, directories);
  const at = fieldAt(subject.entry, 'command');
  return [issueOn(subject, 'command-not-on-app-path', { command, client: client.name }, { at, evidence, fix })];
}

function absoluteFix(
  context: DoctorContext,
  launch: Launch,
  program: string,
  directories: readonly string[],
): Fix | undefined {
  const { subject, command } = launch;
  const directory = program.slice(0, program.lastIndexOf('/'));
  const path = [directory, ...directories].join(':');
  const needsPath = scripts.test(command);
  const title = needsPath ? `Write ${program}, and a PATH on which it finds its own programs` : `Write ${program}`;
  return updateFix(context.host, subject, title, (server) => ({
    ...server,
    command: program,
    ...(needsPath ? { env: { ...server.env, PATH: path } } : {}),
  }));
}
