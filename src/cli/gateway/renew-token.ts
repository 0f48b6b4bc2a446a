import { shownPath } from '../../model/short-path.ts';
import { gatewayTokenPath, rotateGatewayToken } from '../../store/credentials/gateway-token.ts';
import type { CommandContext } from '../program/command-context.ts';

/** Replaces the token. It is not printed; a running gateway picks it up. */
export async function renewToken({ host, output, globals }: CommandContext): Promise<void> {
  const path = gatewayTokenPath(host);
  if (globals.dryRun) return output.talk(`Would create a new token in ${shownPath(path)}.`);
  await rotateGatewayToken(host);
  if (output.json) output.data({ path });
  else output.talk(`Created a new token in ${shownPath(path)}. Clients using the old one get 401.`);
}
