import { extensionsFor, findProgram, type Search } from '../../model/find-program.ts';
import { hasVariable } from '../../model/reference.ts';
import { isCmdWrapper, portable } from '../../model/shell/cmd-wrapper.ts';
import { shownPath } from '../../model/short-path.ts';
import { updateFix } from '../fixes.ts';
import { fieldAt, issueOn } from '../issue.ts';
import { type Launch, launchesOf } from '../launch.ts';
import { programFinder } from '../search-path.ts';
import type { Check, Issue, Fix, DoctorContext } from '../types.ts';

/** Reports programs that are missing or not executable. */
export const commands: Check = async (context) => {
  const find = programFinder(context.host);
  const launches = launchesOf(context).filter(
    ({ server }) => context.host.platform === 'win32' || !isCmdWrapper(server),
  );
  const found = launches.map(throughInterpreter).map(async (launch) => {
    const { command, directories, cwd } = launch;
    // A path relative to an unknown directory cannot be checked.
    if (cwd === undefined && /[/\\]/.test(command)) return [];
    return judge(context, launch, await find(command, directories, cwd ?? context.project));
  });
  return (await Promise.all(found)).flat();
};

/** What the interpreter of Windows would start, if it only starts a program. It looks into the directory first. */
function throughInterpreter(launch: Launch): Launch {
  const { command } = portable(launch.server);
  if (!isCmdWrapper(launch.server) || command === undefined || command === launch.server.command) return launch;
  if (hasVariable(command)) return launch;
  const { cwd, directories } = launch;
  return { ...launch, command, directories: cwd === undefined ? directories : [cwd, ...directories] };
}

async function judge(context: DoctorContext, launch: Launch, { found, blocked, looked }: Search): Promise<Issue[]> {
  const { subject, command } = launch;
  const at = fieldAt(subject.entry, 'command');
  if (found !== undefined) return [];
  if (blocked !== undefined) {
    return [
      issueOn(subject, 'command-not-executable', { path: blocked }, { at, evidence: [`found ${shownPath(blocked)}`] }),
    ];
  }
  const tried = [...new Set(looked)].map(shownPath);
  const evidence = [tried.length > 0 ? `looked for ${tried.join(', ')}` : 'the PATH is empty'];
  const endings = extensionsFor(command, context.host);
  if (tried.length > 0 && endings.some(Boolean)) evidence.push(`each with ${endings.filter(Boolean).join(', ')}`);
  if (command.startsWith('~')) evidence.push('no shell is there to put the home in place of ~');
  const fix = await splitFix(context, launch, evidence);
  return [issueOn(subject, 'command-not-found', { command }, { at, evidence, fix })];
}

/** Users paste a whole command line into `command`. */
async function splitFix(context: DoctorContext, launch: Launch, evidence: string[]): Promise<Fix | undefined> {
  const [program, ...rest] = launch.command.trim().split(/\s+/);
  if (program === undefined || rest.length === 0 || /["'\\]/.test(launch.command)) return undefined;
  const { directories, cwd = context.project, subject, server } = launch;
  const { found } = await findProgram(context.host, program, directories, cwd);
  if (found === undefined || server.command !== launch.command) return undefined;
  evidence.push(`${program} is there: ${shownPath(found)}; what follows it belongs in the arguments`);
  return updateFix(context.host, subject, 'Move the arguments out of the command', (before) => ({
    ...before,
    command: program,
    args: [...rest, ...(before.args ?? [])],
  }));
}
