import type { FuzzTarget } from './target.ts';
import { gatewayMessages } from './targets/gateway-messages.ts';

/** All targets, in the order of docs/security-tests.md. */
export const targets: readonly FuzzTarget[] = [...gatewayMessages];
