import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import type { GatewayNote } from '../../store/state/gateway-notes.ts';

const PATIENCE_MS = 3000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Reads a path of a gateway on this machine. Throws with a reason for people. */
export async function askGateway(note: GatewayNote, path: string, token: string): Promise<string> {
  const url = new URL(path, note.url);
  const { certificate: ca } = note;
  const options = {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE_MS),
    agent: false,
    // Exactly its own certificate is trusted; it is issued for another name than the address on this machine.
    ...(ca !== undefined && { ca, allowPartialTrustChain: true, checkServerIdentity: () => undefined }),
  } as const;
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const send = url.protocol === 'https:' ? requestEncrypted : requestPlain;
    send(url, options, done).on('error', fail).end();
  });
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += part as string;
    if (text.length > MOST_BYTES) throw new Error(`${path} has more than 16 MB`);
  }
  if (response.statusCode !== 200) throw new Error(`${path} answered with status ${response.statusCode}`);
  return text;
}
