import { tokenFile } from './token-file.ts';

/** The token that clients of the gateway need. */
export const {
  path: gatewayTokenPath,
  token: gatewayToken,
  known: knownGatewayToken,
  rotate: rotateGatewayToken,
} = tokenFile('gateway-token');
