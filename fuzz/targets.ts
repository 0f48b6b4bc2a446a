import type { FuzzTarget } from './target.ts';
import { gatewayClients } from './targets/gateway-clients.ts';

/** All targets, in the order of docs/security-tests.md. One file each, in `targets/`. */
export const targets: readonly FuzzTarget[] = [gatewayClients];
