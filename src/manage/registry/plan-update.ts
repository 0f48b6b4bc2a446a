import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Server } from '../../model/server.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import { setOwn } from '../../model/value.ts';
import { checkPackageName, packageSpec } from '../../registry/install/build-server.ts';
import { type InputValues, inputsOf, type RequestedInput } from '../../registry/install/inputs.ts';
import { offersOf } from '../../registry/install/offers.ts';
import type { CommandKind } from '../../registry/install/runtime-words.ts';
import { requirePlainValue } from '../../registry/install/unsafe-document.ts';
import { requireAllowed } from '../../store/policy/require-allowed.ts';
import type { Plan } from '../../store/write/plan.ts';
import { inSteps } from '../plan/in-steps.ts';
import { update } from '../update.ts';
import { type InstalledServer, samePackage } from './outdated-servers.ts';
import { safely } from './safe-document.ts';

/** What happens to one installed server. */
export interface ServerUpdate {
  readonly installed: InstalledServer;
  /** The definition in the newer version; undefined if it is left as it is. */
  readonly server?: Server;
  /** `edited`: its definition no longer names the version that was installed. */
  readonly left?: 'current' | 'gone' | 'unknown' | 'unapproved' | 'edited';
}

/** Re-plans outdated servers in the version of the registry. What the user changed in a definition stays. */
export async function planUpdates(
  host: Host,
  servers: readonly InstalledServer[],
  values: InputValues = new Map(),
): Promise<{ readonly plan: Plan; readonly updates: readonly ServerUpdate[] }> {
  const updates = servers.map((installed) => updateOf(installed, values));
  const changed = updates.filter((one) => one.server !== undefined);
  for (const { installed, server } of changed) if (server) await requireAllowed(host, { [installed.name]: server });
  const words = changed.map(({ installed }) => `${installed.name} to ${installed.latest ?? ''}`);
  const plan = await inSteps(
    host,
    words.length === 0 ? 'update servers of the registry' : `update ${words.join(', ')}`,
    changed.map(({ installed }) => async (later: Host) => {
      const change = (present: Server): Server => updateOf({ ...installed, server: present }, values).server ?? present;
      return update(later, installed.name, change, [installed.target]);
    }),
  );
  return { plan, updates };
}

function updateOf(installed: InstalledServer, values: InputValues): ServerUpdate {
  const { state, entry, server, latest } = installed;
  const origin = server.package;
  if (state !== 'outdated' || !entry || !origin || latest === undefined)
    return { installed, left: state === 'outdated' ? 'unknown' : state };
  const offered = samePackage(entry.server.packages ?? [], origin);
  const moved = origin.registry === 'mcp' ? server : offered && withVersion(server, origin, offered);
  if (!moved) return { installed, left: 'edited' };
  const offer = offersOf(entry.server).find((one) => (one.kind === 'package' ? one.package === offered : !offered));
  const added = offer ? withInputs(installed, moved, { inputs: inputsOf(offer), values }) : moved;
  const name = offered?.identifier ?? origin.name;
  return { installed, server: { ...added, package: { ...origin, name, version: latest } } };
}

/** The definition with the newer version in place of the installed one; undefined if it does not name that. */
function withVersion(
  server: Server,
  { registry, name, version }: NonNullable<Server['package']>,
  offered: NonNullable<ReturnType<typeof samePackage>>,
): Server | undefined {
  const kind = registry as CommandKind;
  safely(offered.identifier, () => checkPackageName(kind, offered));
  const program = server.command ?? '';
  const before = packageSpec(kind, program, { identifier: name, ...(version !== undefined && { version }) });
  const after = packageSpec(kind, program, offered);
  const args = server.args ?? [];
  if (!args.includes(before)) return undefined;
  return { ...server, args: args.map((word) => (word === before ? after : word)) };
}

interface Wanted {
  readonly inputs: readonly RequestedInput[];
  readonly values: InputValues;
}

/**
 * The definition with variables and headers that the newer version requires in addition. Throws if one has no value.
 * Arguments stay as they are: in a definition they cannot be told from what the user added.
 */
function withInputs({ registryName, name }: InstalledServer, server: Server, { inputs, values }: Wanted): Server {
  const maps = { environment: { ...server.env }, header: { ...server.headers } };
  const missing: RequestedInput[] = [];
  for (const input of inputs) {
    const map = input.kind === 'environment' || input.kind === 'header' ? maps[input.kind] : undefined;
    if (!map || !input.isRequired || Object.hasOwn(map, input.id)) continue;
    const [given] = values.get(input.id) ?? [];
    if (given === undefined && input.default === undefined) missing.push(input);
    else setOwn(map, input.id, given ?? plainDefault(registryName, input));
  }
  if (missing.length > 0) throw inputsMissing(registryName, name, missing);
  const { environment, header } = maps;
  return {
    ...server,
    ...(Object.keys(environment).length > 0 && { env: environment }),
    ...(Object.keys(header).length > 0 && { headers: header }),
  };
}

function plainDefault(name: string, { id, default: usual = '' }: RequestedInput): string {
  return safely(name, () => {
    requirePlainValue(id, usual);
    return usual;
  });
}

function inputsMissing(registryName: string, name: string, missing: readonly RequestedInput[]): PlugboardError {
  const words = missing.flatMap(({ id }) => ['--input', `${id}=\${${id.replaceAll(/\W+/g, '_')}}`]);
  return new PlugboardError('registry-inputs-invalid', {
    name: registryName,
    inputs: missing.map(({ id, description }) => ({
      id,
      problem: 'missing',
      ...(description !== undefined && { description }),
    })),
    command: ['plugboard', 'registry', 'update', name, ...words].map(quoteWord).join(' '),
  });
}
