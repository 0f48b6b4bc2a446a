import { PlugboardError } from '../../model/diagnostics/error.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import type { Host } from '../../model/host.ts';
import { commandReference } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { LOADS_CODE } from '../../model/shell/risky-variables.ts';
import { sameValue, type Value } from '../../model/value.ts';
import { startedServers } from '../../store/policy/admit-servers.ts';
import { policyFiles } from '../../store/policy/policy-files.ts';
import type { FileChange, Plan } from '../../store/write/plan.ts';
import { visibleChanges } from '../plan/plan-words.ts';
import { namesRight, namesUs } from './names-us.ts';
import { isHarmless, type OwnUse, ownUse, startedByLauncher, useOfScript } from './own-words.ts';
import { UNKNOWN } from './script-commands.ts';
import { useOfTyped } from './told-words.ts';

/** Variables that move our state, and with it approvals and what is known of copies. */
const MOVING = /^(?:PLUGBOARD_\w+|XDG_(?:STATE|CONFIG|DATA|CACHE)_HOME|HOME|USERPROFILE|(?:LOCAL)?APPDATA)$/i;

/** A reference in the spellings of all clients. */
const REFERENCE =
  /\$\{\{[^}]*\}\}|\$\{(?:env:)?(\w+)(?::?[-=+?]([^}]*))?\}|\$\{[^}]*\}|\{(?:env|input|file):[^}]*\}|\$(?:env:)?([A-Za-z_]\w*)|%(\w+)%/g;

/** The words of a definition as a client may read them: with references unknown, and with what they are here or default to. */
function readingsOf(server: Server, host: Pick<Host, 'env'>): string[][] {
  const { env = {} } = server;
  const words = wordsOf(server);
  const read = (replace: (name: string, fallback: string | undefined) => string): string[] =>
    words.map((word) =>
      word.replaceAll(REFERENCE, (_, name?: string, fallback?: string, short?: string, percent?: string) =>
        replace(name ?? short ?? percent ?? '', fallback),
      ),
    );
  const readings = [
    read(() => UNKNOWN),
    read((name, fallback) => fallback ?? env[name] ?? host.env[name] ?? ''),
    read((name, fallback) => env[name] ?? host.env[name] ?? fallback ?? ''),
  ];
  const isShared = words.every((word, index) => readings.every((one) => one[index] === word));
  return isShared ? [words] : readings;
}

function wordsOf({ command, args }: Server): string[] {
  return [command ?? '', ...(Array.isArray(args) ? args : [])].map(String);
}

/** A path, a number, an option: nothing that is code by itself. */
function isPlainValue(value: string): boolean {
  return /^[\w@:./\\~=+ -]*$/.test(value) && !/data:/i.test(value);
}

/** What a definition does with Plugboard. Its values can be commands too, and a client may run its command as a script. */
function useOf(server: Server, host: Pick<Host, 'env'>, isTyped = false): OwnUse {
  const readings = readingsOf(server, host);
  const values = [...Object.values(server.env ?? {}), ...Object.values(server.headers ?? {})].map(String);
  const scripts = values.flatMap((value) => [
    ...(commandReference(value) === undefined ? [] : [useOfScript(commandReference(value) ?? '')]),
    ...(/\$\(|`/.test(value) ? [useOfScript(value)] : []),
  ]);
  const lines = (server.command ?? '').includes(' ') ? readings.map((words) => useOfScript(words.join(' '))) : [];
  const uses = [
    ...readings.map((words) => ownUse(words)),
    ...(isTyped && server.command !== undefined ? [useOfTyped(wordsOf(server))] : []),
    ...scripts,
    ...lines.filter((use) => use === 'starts'),
    ...(values.some((value) => isOurLine(value)) && isShellLine(readings) ? ['starts' as const] : []),
  ];
  if (uses.includes('starts')) return 'starts';
  if (uses.includes('unknown')) return uses.includes('serves') ? 'starts' : 'unknown';
  return uses.includes('serves') ? 'serves' : 'none';
}

/** A variable of the definition that a script can run. */
function isOurLine(value: string): boolean {
  return useOfScript(value) === 'starts';
}

function isShellLine(readings: readonly string[][]): boolean {
  return readings.some((words) => !isHarmless(ownUse(words)));
}

/** Whether a definition starts the server for assistants and may let it write without asking. */
export function allowsWriting(server: Server, host: Pick<Host, 'env'>): boolean {
  const use = useOf(server, host);
  const words = readingsOf(server, host).flatMap((reading) => reading.flatMap((word) => word.split(/[\s'"]+/)));
  const mcp = words.indexOf('mcp');
  // Also under another name of the program.
  const isAllowed =
    mcp !== -1 && words[words.indexOf('--allow', mcp) + 1] === 'apply' && words.includes('--allow', mcp);
  return (
    isAllowed ||
    words.includes('--allow=apply') ||
    (use === 'starts' && (mcp !== -1 || words.some((word) => word.includes(UNKNOWN))))
  );
}

/**
 * Whether a definition may start the server for assistants so that it writes without asking: also if what it starts cannot
 * be told, and it mentions us in any way. What has no trace of us is not refused, or no script could be in a project.
 */
export function mayAllowWriting(server: Server, host: Pick<Host, 'env'>): boolean {
  // Our launcher names us, and what it starts need not.
  const started = startedByLauncher(wordsOf(server));
  if (started) return mayAllowWriting({ ...server, command: started[0] ?? '', args: started.slice(1) }, host);
  const use = useOf(server, host, true);
  const texts = textsIn(server as Value).map(({ text }) => text);
  const loads = Object.entries(server.env ?? {}).some(
    ([variable, value]) => LOADS_CODE.test(variable) && !isPlainValue(value),
  );
  const isOpen = use === 'unknown' || loads;
  return use === 'starts' || allowsWriting(server, host) || namesRight(texts) || (isOpen && namesUs(texts));
}

/** Throws if a definition starts Plugboard otherwise than in a form that is proven to serve, as before. */
function refuseDefinition(name: string, server: Server, host: Host, isTyped: boolean): void {
  const use = allowsWriting(server, host) ? 'starts' : useOf(server, host, isTyped);
  const variables = Object.entries(server.env ?? {}).filter(([variable, value]) => host.env[variable] !== value);
  const moves = variables.some(([variable]) => MOVING.test(variable) || (isTyped && LOADS_CODE.test(variable)));
  if (use === 'starts' || (use === 'serves' && moves))
    throw new PlugboardError('rights-refused', { name, why: 'form' });
  const isCode = variables.some(([variable, value]) => LOADS_CODE.test(variable) && !isPlainValue(value));
  // What a person has already is no way of an assistant to more rights.
  if ((use === 'unknown' || isCode) && isTyped) throw new PlugboardError('rights-refused', { name, why: 'unknown' });
}

/** A title or a time limit that an assistant changes does not make it the author of the command. */
function startOf({ command, args, env, url, headers }: Server): Value {
  return [command, args, env, url, headers].map((value) => (value ?? null) as Value);
}

async function serversBefore(host: Host, change: FileChange): ReturnType<typeof startedServers> {
  return change.before === undefined ? [] : startedServers(host, { ...change, after: change.before });
}

/**
 * Throws if the plan lets an assistant do more with Plugboard than before. The texts decide, whatever made the plan.
 * `isTyped` says that the assistant wrote definitions of it.
 */
export async function refuseWiderRights(host: Host, plan: Plan, isTyped: boolean): Promise<void> {
  const policies = new Set((await policyFiles(host)).map(({ path }) => path));
  for (const change of visibleChanges(plan, host)) {
    if (policies.has(change.path.replaceAll('\\', '/')))
      throw new PlugboardError('rights-refused', { name: change.path, why: 'policy' });
    if (change.after === undefined || change.link) continue;
    const before = isTyped ? await serversBefore(host, change) : [];
    for (const { name, server } of await startedServers(host, change)) {
      const isKept = before.some((one) => one.name === name && sameValue(startOf(one.server), startOf(server)));
      refuseDefinition(name, server, host, isTyped && !isKept);
    }
  }
}
