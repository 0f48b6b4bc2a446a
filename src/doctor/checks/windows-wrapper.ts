import { isCmdWrapper, portable, throughCmd } from '../../model/shell/cmd-wrapper.ts';
import { findScript } from '../../model/shell/windows-script.ts';
import { shownPath } from '../../model/short-path.ts';
import { updateFix } from '../fixes.ts';
import { fieldAt, issueOn } from '../issue.ts';
import { type Launch, launchesOf } from '../launch.ts';
import type { Check, Issue, DoctorContext } from '../types.ts';

/** Reports scripts that Windows starts only through `cmd`, and `cmd` wrappers on other systems. */
export const windowsWrapper: Check = async (context) => {
  const launches = launchesOf(context);
  if (context.host.platform !== 'win32') return launches.flatMap((launch) => elsewhere(context, launch));
  const found = launches
    .filter(({ subject }) => subject.entry.client.behavior?.needsCmd)
    .map((launch) => onWindows(context, launch));
  return (await Promise.all(found)).flat();
};

function elsewhere({ host }: DoctorContext, { subject, server }: Launch): Issue[] {
  if (!isCmdWrapper(server)) return [];
  const { scope } = subject.entry;
  const evidence = scope === 'project' ? ['others who work in the project may need it on Windows'] : [];
  // Without the interpreter, a command that it reads itself would mean something else.
  const isPlain = portable(server) !== server;
  const fix =
    scope === 'project' || !isPlain ? undefined : updateFix(host, subject, 'Write the command itself', portable);
  return [issueOn(subject, 'cmd-elsewhere', {}, { at: fieldAt(subject.entry, 'command'), evidence, fix })];
}

async function onWindows({ host, project }: DoctorContext, launch: Launch): Promise<Issue[]> {
  const { subject, command, directories, cwd = project } = launch;
  const { found, isScript } = await findScript(host, command, directories, cwd);
  if (!isScript) return [];
  const evidence = found === undefined ? [] : [`it is a script: ${shownPath(found)}`];
  const fix = updateFix(host, subject, 'Start it through cmd', throughCmd);
  const { client } = subject.entry;
  const at = fieldAt(subject.entry, 'command');
  return [issueOn(subject, 'command-needs-cmd', { command, client: client.name }, { at, evidence, fix })];
}
