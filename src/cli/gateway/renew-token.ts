import { gatewayTokenPath, rotateGatewayToken } from '../../store/gateway-token.ts';
import type { CommandContext } from '../command-context.ts';

/** Makes a new token. It is not shown; a gateway that runs takes it over by itself. */
export async function renewToken({ host, output, globals }: CommandContext): Promise<void> {
  const path = gatewayTokenPath(host);
  if (globals.dryRun) return output.talk(`Would make a new token in ${path}.`);
  await rotateGatewayToken(host);
  if (output.json) output.data({ path });
  else output.talk(`There is a new token in ${path}. Whoever has the old one is locked out.`);
}
