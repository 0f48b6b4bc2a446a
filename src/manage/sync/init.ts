import type { ClientId } from '../../clients/registry.ts';
import { ownerOf } from '../../discovery/providers.ts';
import type { Diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import type { Plan } from '../../store/write/plan.ts';
import { checkoutAround } from '../../trust/territory.ts';
import { type Variant, variantsOf } from '../compare/variants.ts';
import { type FoundServer, findInClient } from '../found-servers.ts';
import { inSteps } from '../plan/in-steps.ts';
import { PlanDraft } from '../plan/plan-draft.ts';
import { putServer } from '../plan/put-server.ts';
import type { Target } from '../plan/target.ts';
import { targetsHere } from '../plan/targets-here.ts';
import { withoutSecrets } from '../secrets/without-secrets.ts';
import { type Catalog, catalogTargets } from './catalogs.ts';
import { problemsIn } from './entry-groups.ts';
import type { DecideIn } from './evaluate.ts';
import type { SyncCell } from './sync-cell.ts';
import { sync } from './sync.ts';

/** What was found in a project, and the plan that makes it the start of its catalog. */
export interface Start {
  readonly plan: Plan;
  /** The servers of the new catalog, with the clients that have them. */
  readonly servers: readonly { readonly name: string; readonly clients: readonly string[] }[];
  /** Servers that files of the project define differently; the first definition is taken. */
  readonly ambiguous: readonly string[];
  /** Variables to set, because they replace secrets. */
  readonly variables: readonly string[];
  /** Lines for `.gitignore`. */
  readonly ignored: readonly string[];
  readonly cells: readonly SyncCell[];
  /** Why files of the project could not be read. The plan has them too. */
  readonly problems: readonly Diagnostic[];
}

export interface StartOptions {
  /** Clients that get every server; default: those that have it already. */
  readonly targets?: readonly string[] | undefined;
}

/** Plans a catalog for a project from the files of its clients, `.gitignore` lines, and the first sync. */
export async function init(host: Host, { targets }: StartOptions = {}): Promise<Start> {
  const catalog = catalogTargets.find(({ scope }) => scope === 'project') as Catalog['target'];
  const { path } = await new PlanDraft(host, '').open(catalog);
  if ((await host.fs.kindOf(path)) !== undefined) throw new PlugboardError('catalog-exists', { path });
  const { found, problems } = await serversOfProject(host);
  const groups = variantsOf(found, false);
  const variables = new Set<string>();
  const secretFiles = new Set<string>();
  const secrets = new Map<string, string>();
  const servers = groups.map(([first]) => {
    const { name, server, from, source } = first as Variant;
    const clean = withoutSecrets(name, server, secrets);
    for (const variable of clean.variables) variables.add(variable);
    if (clean.variables.length > 0) for (const { file } of from) if (file !== undefined) secretFiles.add(file);
    return { name, server: clean.server, source, clients: [...new Set(from.map((one) => one.from))] };
  });
  const ignored = await linesToIgnore(host, [...secretFiles]);
  let cells: readonly SyncCell[] = [];
  const plan = await inSteps(host, `start a catalog in ${host.cwd}`, [
    async (on) => {
      const draft = new PlanDraft(on, '');
      const document = await draft.open(catalog);
      if (servers.length === 0) document.revision.set(['servers'], {});
      for (const { name, server, source, clients } of servers) {
        const chosen = [...(targets ?? clients)];
        await putServer(draft, document, name, { ...server, targets: chosen }, { source });
      }
      return draft.plan();
    },
    async (on) => {
      // What differs is left to the person: a secret in a file, or another definition of the same name.
      const decide: DecideIn = () => (change) => (change.by === 'both' ? 'skip' : undefined);
      const first = await sync(on, { decide, only: ({ scope }) => scope === 'project' });
      cells = first.cells.filter((cell) => cell.catalog?.path === path);
      const ofOthers = first.issues.filter(({ file }) => file !== path);
      return { ...first.plan, diagnostics: first.plan.diagnostics.filter((one) => !ofOthers.includes(one)) };
    },
    async (on) => ignoring(on, ignored),
  ]);
  const ambiguous = groups.filter((group) => group.length > 1).map(([first]) => (first as Variant).name);
  const named = servers.map(({ name, clients }) => ({ name, clients: targets ?? clients }));
  return {
    plan: { ...plan, diagnostics: [...plan.diagnostics, ...problems] },
    servers: named,
    ambiguous,
    variables: [...variables],
    ignored,
    cells,
    problems,
  };
}

/** The servers in files of the project; a file that several clients read counts once, for its owner. */
async function serversOfProject(host: Host): Promise<{ found: FoundServer[]; problems: readonly Diagnostic[] }> {
  const problems: Diagnostic[] = [];
  const byPath = new Map<string, Target>();
  const draft = new PlanDraft(host, '');
  for (const target of await targetsHere(host, 'project')) {
    const document =
      target.scope === 'project'
        ? await draft.open(target).catch((error: unknown) => void problems.push(...problemsIn(error)))
        : undefined;
    if (!document || !(await draft.isThere(document.path))) continue;
    const owner = ownerOf(document.path, host.cwd);
    if (!byPath.has(document.path) || owner === target.client) byPath.set(document.path, target);
  }
  const found: FoundServer[] = [];
  for (const { client } of byPath.values())
    found.push(...(await findInClient(host, client.id as ClientId, 'project')).servers);
  return { found, problems };
}

/** Files with secrets in plain text, relative to the project; none outside of a checkout. */
async function linesToIgnore(host: Host, files: readonly string[]): Promise<string[]> {
  if (checkoutAround(host.cwd) === undefined) return [];
  const text = (await new PlanDraft(host, '').text(`${host.cwd}/.gitignore`)) ?? '';
  const known = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const lines = files.filter((file) => file.startsWith(`${host.cwd}/`)).map((file) => file.slice(host.cwd.length));
  return lines.filter((line) => !known.has(line) && !known.has(line.slice(1))).toSorted();
}

async function ignoring(host: Host, lines: readonly string[]): Promise<Plan> {
  const draft = new PlanDraft(host, '');
  const path = `${host.cwd}/.gitignore`;
  if (lines.length > 0) {
    const before = (await draft.text(path)) ?? '';
    const end = before.includes('\r\n') ? '\r\n' : '\n';
    const gap = before === '' || before.endsWith('\n') ? '' : end;
    await draft.set(path, `${before}${gap}${lines.map((line) => `${line}${end}`).join('')}`);
  }
  return draft.plan();
}
