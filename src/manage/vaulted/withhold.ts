import { diagnostic } from '../../model/diagnostics/diagnostic.ts';
import { textsIn } from '../../model/diagnostics/texts.ts';
import { readLauncher, servedName } from '../../model/launcher/launcher-entry.ts';
import { namesIn } from '../../model/launcher/places.ts';
import { startedServer } from '../../model/launcher/started-server.ts';
import { splitReferences } from '../../model/reference.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { quoteWord } from '../../model/shell/quote-word.ts';
import type { Value } from '../../model/value.ts';
import { launcherGrant, type NewGrant, notGiven, outsideKey, projectKey } from '../../store/vault/grants.ts';
import { isInProject } from '../../trust/territory.ts';
import { type OutsideText, withoutTyped } from '../outside/outside-text.ts';
import type { PlanDraft } from '../plan/plan-draft.ts';
import { referencesIn } from '../secrets/without-secrets.ts';
import { knownIn, type VaultedEntry } from './vaulted-entry.ts';

interface Written {
  /** The definition that is added. */
  readonly given: Server;
  /** The entry that was written for it. */
  readonly written: VaultedEntry;
  readonly outside?: OutsideText | undefined;
}

/**
 * Gives an entry of someone else only the secrets that the user typed a reference to or allowed before, and reports the
 * others: being added gives nothing.
 */
export async function withholdVaulted(
  draft: PlanDraft,
  { name, file }: { readonly name: string; readonly file: string },
  { given, written: { server: entry, issues = [] }, outside }: Written,
): Promise<void> {
  draft.report(...issues);
  const uses = usesIn(startedServer(given));
  const { index, byName } = await knownIn(draft);
  const known = [...new Set(uses.map((use) => use.variable))].filter((secret) => byName.has(secret));
  const own = new Set(referencesIn((outside?.typed ?? {}) as Value).map((reference) => reference.name));
  const asked = notGiven(index, outsideKey(given), known).filter((secret) => !own.has(secret));
  const { cwd, home } = draft.host;
  const line = readLauncher(entry);
  const grants: NewGrant[] = [
    { key: outsideKey(given), server: name, secrets: known },
    ...(line ? [launcherGrant(line)] : []),
    ...(isInProject(file, cwd, home) ? [{ key: projectKey(name, entry, cwd), server: name, secrets: known }] : []),
  ];
  const only = (isWanted: (secret: string) => boolean): NewGrant[] =>
    grants.flatMap((grant) => {
      const secrets = grant.secrets.filter(isWanted);
      return secrets.length === 0 ? [] : [{ ...grant, secrets }];
    });
  draft.grant(...only((secret) => !asked.includes(secret)));
  if (asked.length > 0) {
    const server = servedName(entry) ?? name;
    const wanted = asked.map((secret) => `${secret} as ${placesOf(secret, uses)}`).join(', ');
    const command = `plugboard secrets allow ${quoteWord(server)}`;
    const facts = { name: server, wanted, receiver: receiverOf(given), command };
    const issue = diagnostic('secrets-withheld', facts, { file });
    const what = `${wanted} to ${receiverOf(given)}`;
    draft.withhold({ server, secrets: asked, what, grants: only((secret) => asked.includes(secret)), issue });
  }
  if (outside?.isLink) reportVariables(draft, { name, file }, given, { ...outside, told: asked });
}

/** A link reads variables that its text does not have to name: all but those under their own names are told. */
function reportVariables(
  draft: PlanDraft,
  { name, file }: { readonly name: string; readonly file: string },
  given: Server,
  { typed, told }: { readonly typed: Server; readonly told: readonly string[] },
): void {
  const receiver = receiverOf(given);
  for (const { variable, place } of usesIn(withoutTyped(given, typed)))
    if (place !== `env.${variable}` && !told.includes(variable))
      draft.report(diagnostic('variable-sent', { name, variable, place, receiver }, { file }));
}

interface Use {
  readonly variable: string;
  /** The field: `headers.Authorization`. */
  readonly place: string;
}

/** The variables that a definition refers to, and where. */
function usesIn(server: Server): Use[] {
  return textsIn(server as Value).flatMap(({ text, path }) => {
    const references = splitReferences(text).flatMap((part) => (typeof part === 'string' ? [] : [part.name]));
    return [...references, ...namesIn(text)].map((variable) => ({ variable, place: path.join('.') }));
  });
}

function placesOf(secret: string, uses: readonly Use[]): string {
  return [...new Set(uses.filter((use) => use.variable === secret).map(({ place }) => place))].join(' and ');
}

/** The program or the address that gets the values. */
function receiverOf(given: Server): string {
  const { command = '', args = [], url = '' } = startedServer(given);
  return inferTransport(given) === 'stdio' ? [command, ...args].map((word) => quoteWord(word)).join(' ') : url;
}
