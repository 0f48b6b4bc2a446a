import { randomBytes } from 'node:crypto';
import type { Host } from '../model/host.ts';
import { readPrivate, writePrivate } from './credentials-file.ts';
import { withOwnLock } from './credentials-lock.ts';
import { places } from './places.ts';

const FILE = 'gateway-token';
const BYTES = 32;

export function gatewayTokenPath(host: Host): string {
  return `${places(host).state}/${FILE}`;
}

/** The token that clients of the gateway need. Made when there is none; refused when others may read it. */
export async function gatewayToken(host: Host): Promise<string> {
  const made = async (): Promise<string> => (await knownGatewayToken(host)) ?? writeToken(host);
  return (await knownGatewayToken(host)) ?? withOwnLock(host, FILE, made);
}

/** A new one in its place: whoever has the old one is locked out. */
export async function rotateGatewayToken(host: Host): Promise<string> {
  return withOwnLock(host, FILE, () => writeToken(host));
}

/** Undefined when there is none. */
export async function knownGatewayToken(host: Host): Promise<string | undefined> {
  const text = (await readPrivate(host, gatewayTokenPath(host)))?.trim() ?? '';
  // One that was shortened by hand would be no protection.
  return /^[\w-]{43,}$/.test(text) ? text : undefined;
}

async function writeToken(host: Host): Promise<string> {
  const token = randomBytes(BYTES).toString('base64url');
  await writePrivate(host, places(host).state, FILE, token);
  return token;
}
