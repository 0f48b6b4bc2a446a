import { maskLine } from '../../model/secret.ts';
import type { Resolution } from '../types.ts';
import { maskSecrets } from '../values/mask-secrets.ts';
import { basicCredentials, decoded } from './http-target.ts';

/** Hides the secrets of one server in a text that is to be shown; one that was cut may end with a part of a secret. */
export type Mask = (text: string, isCut?: boolean) => string;

/** A shorter beginning of a secret gives nothing away. */
const SHORTEST_PART = 6;

export function createMask({ server, secrets }: Pick<Resolution, 'server' | 'secrets'>): Mask {
  const known = [...new Set([...secrets, ...addressSecrets(server.url)].flatMap(linesOf))];
  return (text, isCut = false) => {
    const masked = maskSecrets(text, known);
    return maskLine(isCut ? known.reduce(withoutPart, masked) : masked);
  };
}

/** A user, a password or a parameter of an address may be what opens it, whatever it is called. */
function addressSecrets(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const url = new URL(address);
  const written = url.search.slice(1).split('&');
  const values = [...url.searchParams.values(), ...written.map((pair) => pair.replace(/^[^=]*=/, ''))];
  const inFront = [url.username, url.password];
  return [...inFront, ...inFront.map(decoded), basicCredentials(url) ?? '', ...values];
}

/** A key of many lines is printed line by line. */
function linesOf(secret: string): string[] {
  return secret.includes('\n') ? [secret, ...secret.split(/\r?\n/)] : [secret];
}

function withoutPart(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= SHORTEST_PART; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}•`;
  }
  return text;
}
