import type { Era } from '../../runtime/connect/session/session.ts';
import { modernFields } from '../message/eras.ts';
import { wholeOf } from '../message/frame.ts';
import { unknownTool } from '../message/rpc-error.ts';
import type { Client } from '../session/client.ts';
import type { Frame, JsonObject, RequestId } from '../session/session.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { errorResult, userOf } from './offer-sign-in.ts';
import { SIGN_IN_TOOL } from './sign-in-tool-name.ts';
import { type CredentialSettings, usesUserCredentials } from './user-accounts.ts';

/** The tool that users sign in with, if a server of the view needs it. */
export function signInTools(upstreams: readonly Upstream[], settings: CredentialSettings | undefined): JsonObject[] {
  const servers = settings ? upstreams.filter(({ toRun }) => usesUserCredentials(toRun, settings)) : [];
  if (servers.length === 0) return [];
  return [
    {
      name: SIGN_IN_TOOL,
      description:
        'Sign in to a server with an account of the user. Without a code, returns a link to show to the user. ' +
        'The page behind it shows a code at the end: ask the user for it and call this tool again with the code.',
      inputSchema: {
        type: 'object',
        properties: {
          server: { type: 'string', enum: servers.map(({ name }) => name), description: 'Name of the server' },
          code: { type: 'string', description: 'The code that the browser showed' },
        },
        required: ['server'],
      },
      annotations: { openWorldHint: true },
    },
  ];
}

/** Handles a call of the tool. */
export function runSignInTool(session: Client, frame: Frame, era: Era): void {
  const { server, code } = (wholeOf(frame).params?.['arguments'] ?? {}) as JsonObject;
  const { signIns } = session.core;
  const id = frame.message.id as RequestId;
  const upstream = session.core.upstreams(session.view).find(({ name }) => name === server);
  if (!signIns || !upstream || !signIns.isFor(upstream.toRun)) return session.refuse(id, unknownTool(SIGN_IN_TOOL));
  session.track(frame, answer(session, upstream, typeof code === 'string' ? code : undefined, id, era));
}

async function answer(
  session: Client,
  upstream: Upstream,
  code: string | undefined,
  id: RequestId,
  era: Era,
): Promise<void> {
  const user = userOf(session);
  const { signIns } = session.core;
  const say = (text: string): void =>
    session.reply(id, { ...(era === 'modern' && modernFields('tools/call')), content: [{ type: 'text', text }] });
  if (!signIns) return;
  if (!user) return session.reply(id, errorResult(`On this machine, run: plugboard auth login ${upstream.name}`, era));
  if (code === undefined) {
    const { url } = await signIns.offer(user, upstream);
    return say(`Open this link in a browser: ${url} It shows a code at the end. Call this tool again with the code.`);
  }
  if (!(await signIns.confirm(user, upstream, code)))
    return session.reply(id, errorResult('The code is wrong or has expired. Get a new link and sign in again.', era));
  // Also lists its tools, if they were unknown until now.
  await upstream.linkFor(session).connect();
  say(`Signed in to "${upstream.name}".`);
}
