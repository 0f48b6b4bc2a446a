import type { Host } from '../model/host.ts';
import { servedName } from '../model/launcher/launcher-entry.ts';
import { startedServer } from '../model/launcher/started-server.ts';
import { sameValue } from '../model/value.ts';
import type { Plan } from '../store/write/plan.ts';
import { validateServerConfig, validateServerName } from '../validate/server-config.ts';
import { replaceServer } from './add.ts';
import { type Definition, fullerOf } from './compare/same-definition.ts';
import { type Variant, variantsOf } from './compare/variants.ts';
import type { FoundServer } from './found-servers.ts';
import { PlanDraft } from './plan/plan-draft.ts';
import { entryIn, isTaken } from './plan/put-server.ts';
import { nameOf, type Target } from './plan/target.ts';
import { reportStoredValues } from './references/stored-values.ts';
import { withoutSecrets } from './secrets/without-secrets.ts';
import { lacksSecrets } from './vaulted/vaulted-entry.ts';

export interface ImportOptions {
  /** Conflict handling when the name is taken by another definition. */
  readonly conflict?: 'fail' | 'skip' | 'overwrite' | 'rename';
  /** Replace secrets with references. */
  readonly withoutSecrets?: boolean;
}

/** The outcome for one server found. */
export interface Import {
  readonly name: string;
  /** Its name in the target. */
  readonly as: string;
  /** For example `catalog:user`. */
  readonly target: string;
  /** All sources of this definition; with several definitions, one source each. */
  readonly from: readonly FoundServer[];
  readonly outcome:
    | 'written'
    /** Already defined. */
    | 'same'
    | 'skipped'
    /** The name is taken by another definition. */
    | 'taken'
    /** The sources define it differently. */
    | 'ambiguous'
    /** No client can use it. */
    | 'invalid'
    /** The target client cannot use it; `losses` say why. */
    | 'refused';
  readonly why?: string;
}

export interface ImportPlan {
  /** Must not be written while any outcome is `taken` or `ambiguous`. */
  readonly plan: Plan;
  readonly imports: readonly Import[];
  /** Variables to set, because they replace secrets. */
  readonly variables: readonly string[];
  /** Number of secrets that would be written in plain text. */
  readonly plainSecrets: number;
}

/** Plans to import the servers found into each target. Existing equal definitions are left unchanged. */
export async function importFound(
  host: Host,
  found: readonly FoundServer[],
  targets: readonly Target[],
  options: ImportOptions = {},
): Promise<ImportPlan> {
  const imports: Import[] = [];
  const variables = new Set<string>();
  let plainSecrets = 0;
  const secrets = new Map<string, string>();
  const draft = new PlanDraft(host, '');
  const isOwn = targets.every(({ client }) => client.verbatim);
  const own = isOwn ? (await Promise.all(found.map(async (one) => asOwn(draft, one)))).flat() : found;
  const groups = variantsOf(own, options.withoutSecrets ?? false);
  for (const variants of groups) {
    const [first] = variants as [Variant];
    if (variants.length > 1 && options.conflict !== 'rename') {
      const outcome = options.conflict === 'skip' ? 'skipped' : 'ambiguous';
      const from = variants.flatMap((variant) => variant.from.slice(0, 1));
      const why = 'its places do not agree on what it is';
      imports.push(...targets.map((target) => importOf(first, target, outcome, { from, why })));
      continue;
    }
    for (const variant of variants) {
      const clean = withoutSecrets(variant.name, variant.server, options.withoutSecrets ? secrets : new Map());
      const server = options.withoutSecrets ? clean.server : variant.server;
      const made = await inTargets(draft, { ...variant, server }, targets, options);
      imports.push(...made);
      if (!made.some(({ outcome }) => outcome === 'written')) continue;
      if (!options.withoutSecrets) plainSecrets += clean.variables.length;
      else for (const variable of clean.variables) variables.add(variable);
    }
  }
  const plan = { ...draft.plan(), title: titleOf(imports, targets) };
  return { plan, imports, variables: [...variables], plainSecrets };
}

/**
 * For our own files: what a launcher starts, with references, and nothing for an entry that serves our own file. A
 * launcher that was not given its secrets stays one, so that it does not get them as a server of our own.
 */
async function asOwn(draft: PlanDraft, found: FoundServer): Promise<FoundServer[]> {
  if (servedName(found.server) === found.name) return [];
  if (await lacksSecrets(draft, found.server)) return [found];
  const server = startedServer(found.server);
  return [server === found.server ? found : { ...found, server }];
}

async function inTargets(
  draft: PlanDraft,
  variant: Variant,
  targets: readonly Target[],
  options: ImportOptions,
): Promise<Import[]> {
  const { name, server } = variant;
  const issue = validateServerName(name);
  const issues = issue === undefined ? validateServerConfig(name, server) : [issue];
  const imports: Import[] = [];
  for (const target of targets)
    imports.push(
      issues.length > 0
        ? importOf(variant, target, 'invalid', { why: issues.join('; ') })
        : await bring(draft, variant, target, options.conflict ?? 'fail'),
    );
  return imports;
}

async function bring(
  draft: PlanDraft,
  variant: Variant,
  target: Target,
  conflict: NonNullable<ImportOptions['conflict']>,
): Promise<Import> {
  const { name, server } = variant;
  for (let count = 2, as = name; ; count += 1) {
    const document = await draft.open(target);
    const present = await entryIn(draft, document, as);
    if (conflict === 'overwrite' || !(await isTaken(draft, document, as))) return write(draft, variant, target, as);
    const there: Definition | undefined = present && {
      ...present,
      writtenFor: { client: target.client, place: document.place },
    };
    if (there && fullerOf(there, { ...variant, server })) return importOf(variant, target, 'same', { as });
    if (conflict === 'skip')
      return importOf(variant, target, 'skipped', { why: `it is defined otherwise in ${nameOf(target)}` });
    if (conflict === 'fail') return importOf(variant, target, 'taken');
    as = `${name}-${count}`;
  }
}

async function write(draft: PlanDraft, variant: Variant, target: Target, as: string): Promise<Import> {
  const document = await draft.open(target);
  const before = await entryIn(draft, document, as);
  const written = await replaceServer(draft, document, as, variant.server, variant);
  const after = await entryIn(draft, document, as);
  const isSame = before && after ? sameValue(before.native, after.native) && before.off === after.off : false;
  const origins = variant.from.flatMap(({ writtenFor }) => writtenFor ?? []);
  if (written && !isSame) reportStoredValues(draft, origins, document, variant.server);
  return importOf(variant, target, written ? (isSame ? 'same' : 'written') : 'refused', { as });
}

function importOf(
  { name, from }: Variant,
  target: Target,
  outcome: Import['outcome'],
  more: Partial<Import> = {},
): Import {
  return { name, as: name, target: nameOf(target), from, outcome, ...more };
}

/** `import git, fetch from codex to catalog:user`, or the count when the list is long. */
function titleOf(imports: readonly Import[], targets: readonly Target[]): string {
  const list = (words: readonly string[], noun: string): string => {
    const all = [...new Set(words)];
    return all.length > 3 ? `${all.length} ${noun}s` : all.join(', ');
  };
  const written = imports.filter(({ outcome }) => outcome === 'written');
  const told = written.length > 0 ? written : imports;
  const from = told.flatMap((one) => one.from.map((place) => place.from));
  const names = told.map(({ as }) => as);
  return `import ${list(names, 'server')} from ${list(from, 'client')} to ${targets.map(nameOf).join(', ')}`;
}
