import type { Host } from '../model/host.ts';
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
import { withoutSecrets } from './secrets/without-secrets.ts';

export interface ImportOptions {
  /** What to do where the name is taken by another definition. */
  readonly conflict?: 'fail' | 'skip' | 'overwrite' | 'rename';
  /** Write references in place of secrets. */
  readonly withoutSecrets?: boolean;
}

/** What becomes of a server that was found. */
export interface Import {
  readonly name: string;
  /** The name it gets. */
  readonly as: string;
  /** Such as `catalog:user`. */
  readonly target: string;
  /** Everywhere it was found with this definition; with several definitions, one place for each. */
  readonly from: readonly FoundServer[];
  readonly outcome:
    | 'written'
    /** It is there already. */
    | 'same'
    | 'skipped'
    /** Another definition has the name. */
    | 'taken'
    /** The places do not agree on what it is. */
    | 'ambiguous'
    /** Nobody could use it. */
    | 'invalid'
    /** The client it is for could not use it; the losses say why. */
    | 'refused';
  readonly why?: string;
}

export interface ImportPlan {
  /** Nothing should be written while something is `taken` or `ambiguous`. */
  readonly plan: Plan;
  readonly imports: readonly Import[];
  /** Variables that have to be set, because they stand for secrets now. */
  readonly variables: readonly string[];
  /** How many secrets would be written in plain text. */
  readonly plainSecrets: number;
}

/** Plans to bring servers that were found somewhere into each target. One that is there already is left alone. */
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
  const groups = variantsOf(found, options.withoutSecrets ?? false);
  const draft = new PlanDraft(host, '');
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

async function inTargets(
  draft: PlanDraft,
  variant: Variant,
  targets: readonly Target[],
  options: ImportOptions,
): Promise<Import[]> {
  const { name, server } = variant;
  const flaw = validateServerName(name);
  const flaws = flaw === undefined ? validateServerConfig(name, server) : [flaw];
  const imports: Import[] = [];
  for (const target of targets)
    imports.push(
      flaws.length > 0
        ? importOf(variant, target, 'invalid', { why: flaws.join('; ') })
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
  const written = await replaceServer(draft, document, as, variant.server, variant.source);
  const after = await entryIn(draft, document, as);
  const isSame = before && after ? sameValue(before.native, after.native) && before.off === after.off : false;
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

/** `import git, fetch from codex to catalog:user`, or how many where that would be long. */
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
