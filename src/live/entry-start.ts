import { isAbsolute, resolve } from 'node:path';
import { absolute, directoriesOf, variable } from '../model/find-program.ts';
import type { Host } from '../model/host.ts';
import { entryLine } from '../model/launcher/entry-line.ts';
import type { LauncherLine } from '../model/launcher/launcher-entry.ts';
import { variablesIn } from '../model/launcher/match-line.ts';
import { type Environment, expandText } from '../model/reference.ts';
import { inferTransport } from '../model/server.ts';
import type { ServerToRun } from '../runtime/types.ts';
import { childEnvironment } from '../runtime/values/child-environment.ts';
import { kindOfValue } from '../runtime/values/config-value.ts';
import type { StartedEntry } from '../store/vault/judge-start.ts';
import type { StartPlace } from '../store/vault/start-place.ts';
import type { LaunchContext } from './approvals/launch-context.ts';

export interface EntryStart extends Pick<StartedEntry, 'words' | 'says'> {
  readonly line: LauncherLine;
  readonly place: StartPlace;
}

/** How an entry starts here, for its grants. `secrets` are the names that have places in its line. */
export function entryStart(
  { name, server, origin }: ServerToRun,
  secrets: ReadonlySet<string>,
  { host, project, context }: { readonly host: Host; readonly project: string; readonly context: LaunchContext },
): EntryStart {
  const line = entryLine(name, server, secrets);
  const { env: full, home, platform } = host;
  const { env: inherited, directory } = context;
  const expanded = (text: string): string => expandText(text, full);
  const referred = Object.fromEntries(variablesIn(line).map((one) => [one, full[one]]));
  if (inferTransport(server) !== 'stdio') {
    // It is contacted from here: only its address can lead elsewhere.
    const place = { env: referred, home, platform, cwd: directory, project };
    return { line, words: [], place, says: { variables: [], directories: [], path: [] } };
  }
  const declared = line.entry?.env ?? {};
  const isLiteral = (text: string): boolean => !/^(?:reference|name)$/.test(kindOfValue(text, full));
  const values = Object.fromEntries(Object.entries(declared).map(([key, text]) => [key, declaredText(text, full)]));
  const env: Environment = {
    ...referred,
    ...childEnvironment(values, inherited, platform),
  };
  const { cwd: written = '.' } = line.entry ?? {};
  const cwd = resolve(origin?.project ?? directory, expanded(written));
  // A relative path of the person's own definition leads to another place in each directory.
  const isFixed = (path: string): boolean =>
    !path.includes('${') && (origin?.project !== undefined || isAbsolute(path));
  const search = variable('PATH', declared, platform) ?? '';
  return {
    line,
    words: line.words.map(expanded),
    place: { env, home, platform, cwd, project },
    says: {
      variables: Object.entries(declared).flatMap(([key, text]) => (isLiteral(text) ? [key] : [])),
      directories: isFixed(written) ? [home, cwd] : [home],
      path: directoriesOf(search, platform).flatMap((one) => (isFixed(one) ? [absolute(one, cwd)] : [])),
    },
  };
}

/** The text of a variable as far as it is known before commands run and vaults are read. */
function declaredText(text: string, env: Environment): string {
  return kindOfValue(text, env) === 'name' ? (env[text] ?? text) : expandText(text, env);
}
