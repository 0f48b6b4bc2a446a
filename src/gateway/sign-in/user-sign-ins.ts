import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { isMap } from '../../model/value.ts';
import type { ServerToRun } from '../../runtime/types.ts';
import { BoundedMap } from '../bounded-map.ts';
import { type UserAccounts, usesUserCredentials } from './user-accounts.ts';

/** A link may be opened until then, and a started sign-in finished. */
const LINK_MS = 15 * 60_000;
/** A call offers the same link again for this long. */
const SAME_LINK_MS = 5 * 60_000;
const MAX_LINKS = 10_000;
/** The code on the last page must be entered within this time. */
const CODE_MS = 10 * 60_000;
const MAX_TRIES = 5;
/** Letters and digits that are not confused; eight of them have 39 bits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Who signs in to what. */
export interface SignInFlow {
  readonly account: string;
  readonly principal: string;
  readonly server: string;
  /** Identifies the definition: another server with the same name must not get the token. */
  readonly key: string;
}

export interface SignInTarget {
  readonly toRun: ServerToRun;
  readonly key: string;
  readonly isForbidden: boolean;
}

export interface SignInUser {
  readonly account: string;
  readonly principal: string;
}

/**
 * Sign-ins of principals to servers. A link is bound to the principal that got it: the person who opens it and signs in
 * sees a code at the end, and nothing is stored until the principal has sent this code. So a link that is passed on gives its
 * owner no access to the account of the person who opened it, and that person none to anything.
 */
export class UserSignIns {
  readonly #accounts: UserAccounts;
  readonly #find: (server: string) => SignInTarget | undefined;
  readonly #links = new BoundedMap<string, { readonly id: string; readonly until: number }>(MAX_LINKS);
  #origin = '';

  constructor(accounts: UserAccounts, find: (server: string) => SignInTarget | undefined) {
    this.#accounts = accounts;
    this.#find = find;
  }

  /** Sets the address that browsers use. */
  set url(url: string) {
    this.#origin = new URL(url).origin;
  }

  get isSecure(): boolean {
    return this.#origin.startsWith('https:');
  }

  isFor(toRun: Pick<ServerToRun, 'name'>): boolean {
    return usesUserCredentials(toRun, this.#accounts.settings);
  }

  /** The link that this principal signs in with, and whether it was not offered before. */
  async offer(
    { account, principal }: SignInUser,
    { toRun: { name }, key }: SignInTarget,
  ): Promise<{ readonly url: string; readonly isNew: boolean }> {
    const known = `${account}\n${name}\n${key}`;
    const before = this.#links.get(known);
    if (before && Date.now() < before.until) return { url: this.#linkTo(before.id), isNew: false };
    const id = randomBytes(24).toString('base64url');
    const flow: SignInFlow = { account, principal, server: name, key };
    await this.#accounts.flows.put(`link:${id}`, flow, LINK_MS);
    this.#links.set(known, { id, until: Date.now() + SAME_LINK_MS });
    return { url: this.#linkTo(id), isNew: true };
  }

  /** What a link is for; undefined if it is unknown or has expired. */
  async describe(id: string): Promise<SignInFlow | undefined> {
    const flow = readFlow(await this.#accounts.flows.read(`link:${id}`));
    return flow && this.#target(flow) ? flow : undefined;
  }

  /** Starts the sign-in of a link. Returns where to send the browser, and a secret that this browser must bring back. */
  async begin(id: string): Promise<{ readonly address: string; readonly browser: string } | undefined> {
    const flow = await this.describe(id);
    const target = flow && this.#target(flow);
    if (!flow || !target) return undefined;
    const [state, browser] = [randomBytes(32).toString('base64url'), randomBytes(24).toString('base64url')];
    const redirect = { url: `${this.#origin}/sign-in/callback`, state };
    const { address, pending } = await this.#accounts.of(flow.account).begin(target.toRun, redirect);
    await this.#accounts.flows.put(`state:${state}`, { flow, pending, browser: hashOf(browser) }, LINK_MS);
    return { address, browser };
  }

  /**
   * Takes the response of the authorization server from the browser that the sign-in was started in. Returns the code
   * that the principal must send; undefined if the response belongs to no sign-in of this browser.
   */
  async arrive(
    params: URLSearchParams,
    browser: string | undefined,
  ): Promise<{ readonly flow: SignInFlow; readonly code: string } | undefined> {
    const state = params.get('state') ?? '';
    const started = await this.#accounts.flows.take(`state:${state}`);
    const flow = isMap(started) ? readFlow(started['flow']) : undefined;
    if (!flow || !isMap(started) || browser === undefined || !isHash(started['browser'], browser)) return undefined;
    const target = this.#target(flow);
    if (!target) return undefined;
    const credential = await this.#accounts.of(flow.account).finish(target.toRun, started['pending'], params);
    const code = newCode();
    const waiting = { credential, code: hashOf(code), tries: 0, key: flow.key };
    await this.#accounts.flows.put(codeKey(flow.account, flow.server), waiting, CODE_MS);
    return { flow, code };
  }

  /** Stores the sign-in if this is its code. After a few wrong codes it is discarded. */
  async confirm({ account }: SignInUser, { toRun, key }: SignInTarget, code: string): Promise<boolean> {
    const id = codeKey(account, toRun.name);
    const waiting = await this.#accounts.flows.take(id);
    if (!isMap(waiting) || waiting['key'] !== key) return false;
    if (isHash(waiting['code'], spelled(code))) {
      await this.#accounts.of(account).keep(waiting['credential']);
      this.#links.delete(`${account}\n${toRun.name}\n${key}`);
      return true;
    }
    const tries = Number(waiting['tries']) + 1;
    if (tries < MAX_TRIES) await this.#accounts.flows.put(id, { ...waiting, tries }, CODE_MS);
    return false;
  }

  /** Undefined if the user is not signed in. */
  async signOut(
    { account }: SignInUser,
    { toRun, key }: SignInTarget,
  ): Promise<{ readonly isRevoked: boolean } | undefined> {
    // The response of a browser that still waits for its code must not sign in again.
    await this.#accounts.flows.take(codeKey(account, toRun.name));
    this.#links.delete(`${account}\n${toRun.name}\n${key}`);
    return this.#accounts.of(account).signOut(toRun);
  }

  #linkTo(id: string): string {
    return `${this.#origin}/sign-in/${id}`;
  }

  #target({ server, key }: SignInFlow): SignInTarget | undefined {
    const target = this.#find(server);
    return target && target.key === key && !target.isForbidden && this.isFor(target.toRun) ? target : undefined;
  }
}

function readFlow(value: unknown): SignInFlow | undefined {
  if (!isMap(value)) return undefined;
  const { account, principal, server, key } = value;
  const isFlow = [account, principal, server, key].every((text) => typeof text === 'string');
  return isFlow ? (value as unknown as SignInFlow) : undefined;
}

function newCode(): string {
  const letters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** People type codes in small letters, and without the hyphen. */
function spelled(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

function codeKey(account: string, server: string): string {
  return `code:${hashOf(`${account}\n${server}`)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isHash(hash: unknown, text: string): boolean {
  return (
    typeof hash === 'string' && hash.length === 64 && timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(text)))
  );
}
