import type { Command } from 'commander';
import { issueToken, tokenAccount } from '../../gateway/auth/named-tokens.ts';
import { viewText } from '../../gateway/catalog/view-text.ts';
import type { SharedState } from '../../gateway/state/gateway-state.ts';
import { watchFiles } from '../../live/watch/watch-files.ts';
import { closest } from '../../model/closest.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { isTokenName, type NamedToken, type TokenStore, TokensUnavailable } from '../../model/named-token.ts';
import { namedTokenFile } from '../../store/credentials/named-tokens.ts';
import { ago, localTime } from '../output/relative-time.ts';
import { inColumns } from '../output/table.ts';
import type { CommandContext } from '../program/command-context.ts';
import { parseExpiry } from './expiry.ts';
import { removeSignIns } from './sign-ins/user-credentials.ts';
import { MEMORY, type StateFlag, stateIn } from './state/state-flag.ts';
import { viewIn, type ViewFlags } from './view-flags.ts';

export interface TokenFlags extends ViewFlags, StateFlag {
  readonly expires?: string;
  readonly metrics?: boolean;
}

/** Polling one file is cheap, and on drives without change events a revoked token must not stay valid. */
const TIMES = { quietMs: 20, anywayMs: 1000 };

export function tokenStore(host: Host): TokenStore {
  return namedTokenFile(host, (path, onChange) => watchFiles([path], onChange, TIMES));
}

/** Where the tokens are that a command is about: the state directory, or the state that gateways share. */
export async function withTokens<T>(
  flag: StateFlag,
  host: Host,
  use: (store: TokenStore, shared?: SharedState) => Promise<T>,
): Promise<T> {
  const where = stateIn(flag, host.env);
  if (where === MEMORY) return use(tokenStore(host));
  const { openSharedState } = await import('./state/open-shared-state.ts');
  const { shared, close } = await openSharedState(where);
  try {
    return await use(shared.tokens, shared);
  } catch (error) {
    if (!(error instanceof TokensUnavailable)) throw error;
    throw new PlugboardError('usage', { message: `The shared state refused this. ${causeOf(error)}` }, error);
  } finally {
    await close();
  }
}

function causeOf({ cause, message }: Error): string {
  return cause instanceof Error ? cause.message : message;
}

/** Prints the token, which is stored only as a hash. */
export async function createToken(
  name: string,
  flags: TokenFlags,
  command: Command,
  { host, output, globals }: CommandContext,
): Promise<void> {
  const { expires, metrics = false, state, ...viewFlags } = flags;
  if (!isTokenName(name))
    command.error('error: the name can have at most 64 letters, digits, dots, hyphens and underscores');
  const view = viewText({ view: viewIn(viewFlags, command) });
  if (metrics && view !== '') command.error('error: --metrics takes no view, because it gives no access to servers');
  const until = expires === undefined ? undefined : parseExpiry(expires, host.now());
  if (until === null) command.error('error: --expires must be in the future: days (90d), hours (12h) or a date');
  const { token, hash } = issueToken();
  const record: NamedToken = {
    name,
    hash,
    ...(view !== '' && { view }),
    use: metrics ? 'metrics' : 'clients',
    created: host.now().toISOString(),
    ...(until && { expires: until.toISOString() }),
  };
  const isAdded = await withTokens({ ...(state !== undefined && { state }) }, host, async (store) => {
    const isTaken = (await store.list()).some((one) => one.name === name);
    return !isTaken && (globals.dryRun || (await store.add(record)));
  });
  if (!isAdded) throw new PlugboardError('token-exists', { name });
  if (output.json) return output.data({ ...described(record), ...(!globals.dryRun && { token }) });
  if (globals.dryRun) return output.talk(`Would create the token ${name}: ${words(record, host)}.`);
  output.print(token);
  output.talk(`Created ${name}: ${words(record, host)}. The token is not shown again.`);
}

export async function listTokens(flags: StateFlag, { host, output }: CommandContext): Promise<void> {
  const [tokens, uses] = await withTokens(flags, host, async (store) => [
    (await store.list()).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    await store.lastUses(),
  ]);
  const lastUse = ({ name, created }: NamedToken): Date | undefined => {
    const time = uses.get(name);
    // A token that had the same name earlier was another one.
    return time && time >= new Date(created) ? time : undefined;
  };
  if (output.json) {
    const all = tokens.map((token) => ({ ...described(token), lastUse: lastUse(token)?.toISOString() }));
    return output.data({ tokens: all });
  }
  if (tokens.length === 0) {
    output.print('There are no named tokens.');
    return output.talk('Create one with: plugboard gateway token create <name>');
  }
  const rows = tokens.map((token) => {
    const used = lastUse(token);
    return [
      output.style('bold', token.name),
      viewWords(token),
      expiryWords(token, host),
      used ? `used ${ago(used, host.now())}` : 'never used',
    ];
  });
  for (const line of inColumns(rows)) output.print(line);
}

export async function revokeTokens(
  names: readonly string[],
  flags: StateFlag,
  { host, output, globals }: CommandContext,
): Promise<void> {
  const revoked = [...new Set(names)];
  const unknown = await withTokens(flags, host, async (store, shared) => {
    const tokens = await store.list();
    const known = tokens.map(({ name }) => name);
    const missing = names
      .filter((name) => !known.includes(name))
      .map((name) => unknownToken(name, closest(name, known)));
    if (missing.length > 0 || globals.dryRun) return missing;
    for (const name of revoked) await store.remove(name);
    // Not before: until then, its holder could sign in again.
    for (const token of tokens.filter(({ name }) => revoked.includes(name)))
      await removeSignIns(host, shared, tokenAccount(token));
    return missing;
  });
  const [first, ...others] = unknown;
  if (first) return output.fail(first, ...others);
  if (output.json) return output.data({ revoked, written: !globals.dryRun });
  for (const name of revoked)
    output.print(
      `${output.mark(globals.dryRun ? 'none' : 'ok')} ${globals.dryRun ? 'Would revoke' : 'Revoked'} ${name}`,
    );
}

function unknownToken(
  name: string,
  near: string | undefined,
): { code: 'token-unknown'; message: string; hint: string } {
  return {
    code: 'token-unknown',
    message: new PlugboardError('token-unknown', { name, ...(near !== undefined && { near }) }).message,
    hint: 'list the tokens with: plugboard gateway token list',
  };
}

/** Everything but the hash, which is of no use to a reader. */
function described({ hash: _, ...rest }: NamedToken): Omit<NamedToken, 'hash'> {
  return rest;
}

function words(token: NamedToken, host: Host): string {
  return `${viewWords(token)}, ${expiryWords(token, host)}`;
}

function viewWords({ view, use }: NamedToken): string {
  return use === 'metrics' ? 'metrics only' : (view ?? 'everything');
}

function expiryWords({ expires }: NamedToken, host: Host): string {
  if (expires === undefined) return 'never expires';
  const time = new Date(expires);
  return `${time <= host.now() ? 'expired' : 'expires'} ${localTime(time)}`;
}
