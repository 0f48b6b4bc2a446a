import { isMap } from '../../model/value.ts';
import { ConnectionError } from '../../runtime/connect/errors.ts';
import type { Era } from '../../runtime/connect/session/session.ts';
import { modernFields } from '../message/eras.ts';
import { frameOf, reprintable } from '../message/frame.ts';
import type { Client } from '../session/client.ts';
import type { Frame, JsonObject, RequestId } from '../session/session.ts';
import type { Call } from '../upstream/call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { SIGN_IN_TOOL } from './sign-in-tool-names.ts';
import type { SignInUser, UserSignIns } from './user-sign-ins.ts';

/** Of the protocol: the client should open a URL and then repeat its request. */
const URL_ELICITATION_REQUIRED = -32042;
const SIGN_IN_REQUIRED = -32000;

export function userOf({ account, principal }: Client): SignInUser | undefined {
  return principal === undefined ? undefined : { account: account ?? principal, principal };
}

/** Answers a call that failed because its user has not signed in to the server. Returns false for other failures. */
export function offersSignIn(session: Client, call: Call, reason: unknown): boolean {
  const { signIns } = session.core;
  const user = userOf(session);
  const { upstream } = call.target;
  const isUnauthorized = reason instanceof ConnectionError && reason.failure.kind === 'unauthorized';
  if (!signIns || !user || !isUnauthorized || !signIns.isFor(upstream.toRun)) return false;
  const { downId: id, method, era } = call;
  session.track({ message: { id, method } }, offer(session, signIns, user, { id, method, era, upstream }));
  return true;
}

interface Refused {
  readonly id: RequestId;
  readonly method: string;
  readonly era: Era;
  readonly upstream: Upstream;
}

async function offer(
  session: Client,
  signIns: UserSignIns,
  user: SignInUser,
  { id, method, era, upstream }: Refused,
): Promise<void> {
  const { name } = upstream;
  const { url, isNew } = await signIns.offer(user, upstream);
  const message = `Sign in to "${name}" to use it.`;
  // A client that was sent to the link already needs to know how to go on.
  if (isNew && opensUrls(session)) {
    const question = { mode: 'url', message, url };
    if (era === 'legacy') {
      const elicitations = [{ ...question, elicitationId: url.slice(url.lastIndexOf('/') + 1) }];
      return session.refuse(id, { code: URL_ELICITATION_REQUIRED, message, data: { elicitations } });
    }
    const inputRequests = { signIn: { method: 'elicitation/create', params: question } };
    return session.reply(id, { resultType: 'input_required', inputRequests, requestState: SIGN_IN_STATE });
  }
  const text = `${message} Open this link in a browser: ${url} It shows a code at the end. Then call the tool ${SIGN_IN_TOOL} with the server "${name}" and this code.`;
  if (method === 'tools/call') session.reply(id, errorResult(text, era));
  else session.refuse(id, { code: SIGN_IN_REQUIRED, message: text, data: { server: name, reason: 'sign-in', url } });
}

/** The state of a modern request that a client repeats after it opened the link. Servers must not get it. */
export const SIGN_IN_STATE = 'plugboard-sign-in';

/** The request as the client sent it first. */
export function withoutSignInState(frame: Frame): Frame {
  if (frame.message.params?.['requestState'] !== SIGN_IN_STATE) return frame;
  const message = reprintable(frame);
  const { requestState: _, inputResponses: __, ...params } = message.params ?? {};
  return frameOf({ ...message, params });
}

function opensUrls({ client: { capabilities } }: Client): boolean {
  const { elicitation } = capabilities;
  return isMap(elicitation) && elicitation['url'] !== undefined;
}

export function errorResult(text: string, era: Era): JsonObject {
  return { ...(era === 'modern' && modernFields('tools/call')), content: [{ type: 'text', text }], isError: true };
}
