import type { Era } from '../../runtime/connect/session/session.ts';
import { modernFields } from '../message/eras.ts';
import { wholeOf } from '../message/frame.ts';
import { unknownTool } from '../message/rpc-error.ts';
import type { Client } from '../session/client.ts';
import type { Frame, JsonObject, RequestId } from '../session/session.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { errorResult, userOf } from './offer-sign-in.ts';
import { SIGN_IN_TOOL, SIGN_OUT_TOOL } from './sign-in-tool-names.ts';
import { type CredentialSettings, usesUserCredentials } from './user-accounts.ts';
import type { SignInUser, UserSignIns } from './user-sign-ins.ts';

/** The tools that users sign in and out with, if a server of the view needs them. */
export function signInTools(upstreams: readonly Upstream[], settings: CredentialSettings | undefined): JsonObject[] {
  const servers = settings ? upstreams.filter(({ toRun }) => usesUserCredentials(toRun, settings)) : [];
  if (servers.length === 0) return [];
  const server = { type: 'string', enum: servers.map(({ name }) => name), description: 'Name of the server' };
  return [
    {
      name: SIGN_IN_TOOL,
      description:
        'Sign in to a server with an account of the user. Without a code, returns a link to show to the user. ' +
        'The page behind it shows a code at the end: ask the user for it and call this tool again with the code.',
      inputSchema: {
        type: 'object',
        properties: {
          server,
          code: { type: 'string', description: 'The code that the browser showed' },
        },
        required: ['server'],
      },
      annotations: { openWorldHint: true },
    },
    {
      name: SIGN_OUT_TOOL,
      description: 'Sign out of a server: delete the sign-in of the user, and revoke it if possible.',
      inputSchema: { type: 'object', properties: { server }, required: ['server'] },
      annotations: { destructiveHint: true, openWorldHint: true },
    },
  ];
}

/** Handles a call of one of the tools. */
export function runSignInTool(session: Client, frame: Frame, era: Era): void {
  const { name: tool, arguments: given } = wholeOf(frame).params ?? {};
  const { server, code } = (given ?? {}) as JsonObject;
  const { signIns } = session.core;
  const id = frame.message.id as RequestId;
  const upstream = session.core.upstreams(session.view).find(({ name }) => name === server);
  if (!signIns || !upstream || !signIns.isFor(upstream.toRun)) return session.refuse(id, unknownTool(tool));
  const user = userOf(session);
  if (!user) {
    const command = tool === SIGN_OUT_TOOL ? 'logout' : 'login';
    return session.reply(id, errorResult(`On this machine, run: plugboard auth ${command} ${upstream.name}`, era));
  }
  const request = { session, signIns, user, upstream, id, era };
  const signsOut = tool === SIGN_OUT_TOOL;
  session.track(frame, signsOut ? signOut(request) : signIn(request, typeof code === 'string' ? code : undefined));
}

interface ToolRequest {
  readonly session: Client;
  readonly signIns: UserSignIns;
  readonly user: SignInUser;
  readonly upstream: Upstream;
  readonly id: RequestId;
  readonly era: Era;
}

function reply({ session, id, era }: ToolRequest, text: string): void {
  session.reply(id, { ...(era === 'modern' && modernFields('tools/call')), content: [{ type: 'text', text }] });
}

async function signOut(request: ToolRequest): Promise<void> {
  const { signIns, user, upstream } = request;
  const { name } = upstream;
  const out = await signIns.signOut(user, upstream);
  if (!out) return reply(request, `Not signed in to "${name}".`);
  const also = out.isRevoked ? '' : ' The authorization server did not revoke it, so it may be valid for a while.';
  reply(request, `Signed out of "${name}".${also}`);
}

async function signIn(request: ToolRequest, code: string | undefined): Promise<void> {
  const { session, signIns, user, upstream, id, era } = request;
  if (code === undefined) {
    const { url } = await signIns.offer(user, upstream);
    const text = `Open this link in a browser: ${url} It shows a code at the end. Call this tool again with the code.`;
    return reply(request, text);
  }
  if (!(await signIns.confirm(user, upstream, code)))
    return session.reply(id, errorResult('The code is wrong or has expired. Get a new link and sign in again.', era));
  // Also lists its tools, if they were unknown until now.
  await upstream.linkFor(session).connect();
  reply(request, `Signed in to "${upstream.name}".`);
}
