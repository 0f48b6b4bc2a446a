import type { Failure } from '../../types.ts';
import { fieldsOf } from '../fields.ts';

/** Node puts the reason in the innermost of several nested errors. */
export function networkFailure(error: unknown): Failure | undefined {
  for (let inner = error; inner !== undefined && inner !== null; inner = fieldsOf(inner)['cause']) {
    const { code, message, errors } = fieldsOf(inner);
    if (typeof code !== 'string') continue;
    const host = hostOf(Array.isArray(errors) ? errors[0] : inner);
    const words = NETWORK[code] ?? wordsForTls(code);
    if (words) return { kind: 'unreachable', message: `${words.message(host)} (${code})`, tip: words.tip };
    if (code.startsWith('UND_ERR')) return { kind: 'unreachable', message: `${String(message)} (${code})` };
  }
  return undefined;
}

function hostOf(error: unknown): string {
  const { hostname, address, port } = fieldsOf(error);
  const host = [hostname, address].find((name) => typeof name === 'string') ?? 'its host';
  return typeof port === 'number' ? `${host}:${port}` : host;
}

interface Words {
  readonly message: (host: string) => string;
  readonly tip: string;
}

const CERTIFICATE: Words = {
  message: () => 'The certificate of the server is not trusted',
  tip: 'If the certificate is your own, add its authority to NODE_EXTRA_CA_CERTS.',
};
const NO_TLS: Words = {
  message: () => 'Invalid TLS response',
  tip: 'If it does not use TLS, its URL starts with http.',
};
const UNREACHABLE: Words = { message: (host) => `${host} cannot be reached`, tip: 'Check the network connection.' };
const LOST: Words = { message: () => 'The connection was lost', tip: 'Is the server still running?' };

const NETWORK: Readonly<Record<string, Words>> = {
  ECONNREFUSED: { message: (host) => `Nothing is listening at ${host}`, tip: 'Start the server, or correct its URL.' },
  ENOTFOUND: { message: (host) => `Unknown host ${host}`, tip: 'Correct the URL of this server.' },
  EAI_AGAIN: { message: (host) => `${host} cannot be resolved`, tip: 'Check the network connection.' },
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  UND_ERR_CONNECT_TIMEOUT: UNREACHABLE,
  ECONNRESET: LOST,
  EPIPE: LOST,
  UND_ERR_SOCKET: LOST,
};

function wordsForTls(code: string): Words | undefined {
  if (/^(?:CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/.test(code)) return CERTIFICATE;
  return /^(?:ERR_SSL_|EPROTO$)/.test(code) ? NO_TLS : undefined;
}
