import { type ChildProcess, spawn } from 'node:child_process';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { askerIn } from '../../model/launcher/asker.ts';
import { type LauncherLine, launcherLine, secretsOf } from '../../model/launcher/launcher-entry.ts';
import { filled } from '../../model/launcher/places.ts';
import { withoutOuterNpm } from '../../model/launcher/start-line.ts';
import { readSecret } from '../../secrets/secrets.ts';
import { endOf, type LaunchEnd } from '../../sets/launch/process-end.ts';
import { forwardSignals } from '../../sets/launch/signals.ts';
import { policyFiles } from '../../store/policy/policy-files.ts';
import { reasonOf } from '../../store/read/reason.ts';
import { notGiven, recordAsked, recordRefused } from '../../store/vault/grants.ts';
import { judgeStart, type Withheld } from '../../store/vault/judge-start.ts';
import { readVaultIndex, type VaultIndex } from '../../store/vault/vault-index.ts';
import { territoryOf } from '../../trust/territory.ts';
import type { ExecLine } from './exec-line.ts';
import { withRepairedPath } from './repair-path.ts';

/**
 * Starts a server with its secrets. They are looked up now, and only this child gets them, in its variables and
 * arguments. Standard input and output are the child's own, so no byte passes through us.
 */
export async function runExec(host: Host, { server, words }: ExecLine): Promise<LaunchEnd> {
  await requireAllowedLine(host, { server, words });
  const line = launcherLine(server, words, host.env);
  const names = secretsOf(line);
  const outside = territoryOf(host.cwd, host.home);
  const index = await readVaultIndex(host, outside);
  const unknown = names.find((name) => !index.secrets.some((one) => one.name === name));
  if (unknown !== undefined) throw new PlugboardError('secret-unknown', { name: unknown });
  // What a file says is not enough: a project could ask for any secret. The person gave them to this command line.
  const [command = '', ...args] = words;
  const { env: repaired, added } = await withRepairedPath({ ...host, env: withoutOuterNpm(host.env) }, command);
  const start = { ...host, env: repaired };
  const judged = judgeStart(index, { line, added }, start);
  if ('withheld' in judged) throw await refused(host, line, judged.withheld);
  const asker = askerIn(host.env);
  const missing = asker ? notGiven(index, asker.key, names) : [];
  if (asker && missing.length > 0) {
    await recordAsked(host, line, asker, start).catch(() => undefined);
    throw new PlugboardError('secret-not-given', { server: asker.name, names: missing });
  }
  const values = await valuesOf(host, names, index, outside);
  const env: Record<string, string | undefined> = { ...judged.env };
  for (const [key, text] of Object.entries(line.env)) env[key] = filled(text, values);
  const [program = '', ...rest] = [command, ...args].map((word) => filled(word, values));
  return run(program, rest, { ...host, env });
}

/** The error for secrets that a start does not get. One that differs from those of its grant is recorded for a person. */
async function refused(host: Host, line: LauncherLine, withheld: Withheld): Promise<PlugboardError> {
  const { server } = line;
  const { names, differs } = withheld;
  if (differs.length === 0) return new PlugboardError('secret-not-given', { server, names });
  // Without a place to write, the person still learns what differs.
  await recordRefused(host, line, withheld, { env: host.env }).catch(() => undefined);
  return new PlugboardError('secret-start-differs', { server, names, differs });
}

/** Throws if a policy refuses the server. Without a policy nothing is loaded, because clients wait for the start. */
async function requireAllowedLine(host: Host, { server, words }: ExecLine): Promise<void> {
  const files = await policyFiles(host);
  const kinds = await Promise.all(
    files.map(async ({ path, level }) => level === 'environment' || host.fs.status(path)),
  );
  if (!kinds.some(Boolean)) return;
  const { readRequiredLock, refusalHere } = await import('../../store/policy/require-allowed.ts');
  const { readPolicies } = await import('../../store/policy/read-policies.ts');
  const { injectedIn } = await import('../../model/shell/risky-variables.ts');
  const [command = '', ...args] = words;
  // The starter cannot be known, so what its variables load or lead to counts as the definition's.
  const { valuePlaces } = await import('../../store/vault/value-places.ts');
  const env = injectedIn(host.env, valuePlaces(host).isInProject);
  const others = Object.fromEntries(Object.entries(host.env).filter(([name]) => !Object.hasOwn(env, name)));
  const policies = await readPolicies(host);
  const locked = await readRequiredLock(host, policies);
  const unlocked = locked && (await (await import('./locked-line.ts')).unlockedLine(host, { server, words }, locked));
  const definition = { command, args, env };
  const refusal = await refusalHere(policies, { ...host, env: others }, server, definition, { unlocked });
  if (refusal) throw refusal;
}

async function valuesOf(
  host: Host,
  names: readonly string[],
  { secrets }: VaultIndex,
  outside: readonly string[],
): Promise<Map<string, string>> {
  const found = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const record = secrets.find((one) => one.name === name);
      if (!record) throw new PlugboardError('secret-unknown', { name });
      return [name, await readSecret(host, record, outside)];
    }),
  );
  return new Map(found);
}

async function run(command: string, args: readonly string[], { env, cwd, platform }: Host): Promise<LaunchEnd> {
  let child: ChildProcess | undefined;
  const stopForwarding = forwardSignals(() => child);
  try {
    const { startable } = await import('../../runtime/connect/stdio/startable.ts');
    const { file, args: rest, ...verbatim } = startable(command, args, { env, cwd, platform });
    child = spawn(file, rest, { stdio: 'inherit', ...verbatim, windowsHide: true, env, cwd });
    return await endOf(child);
  } catch (error) {
    if (error instanceof PlugboardError) throw error;
    throw new PlugboardError('program-unstartable', { program: command, reason: reasonOf(error) }, error);
  } finally {
    stopForwarding();
  }
}
