import { onTestFinished } from 'vitest';
import type { HttpLimits } from '../../../../src/gateway/http/limits.ts';
import type { HttpFront } from '../../../../src/gateway/http/serve-http.ts';
import type { GatewayOptions } from '../../../../src/gateway/options.ts';
import type { GatewayState } from '../../../../src/gateway/state/gateway-state.ts';
import { openState } from '../../../../src/gateway/state/open-state.ts';
import type { ServerToRun } from '../../../../src/runtime/types.ts';
import { front } from '../../http/support/visitor.ts';
import { gatewayWith, memory, type Tested } from '../../support/gateway-with.ts';

export interface Replica {
  readonly gateway: Tested;
  readonly door: HttpFront;
  readonly state: GatewayState;
}

let teams = 0;

/** Gateways in this process that share a state of their own in this store. */
export async function replicas(
  url: string,
  servers: readonly ServerToRun[],
  options: { readonly limits?: Partial<HttpLimits>; readonly gateway?: Partial<GatewayOptions> } = {},
): Promise<[Replica, Replica]> {
  teams += 1;
  const prefix = `team-${process.pid}-${teams}`;
  const open = async (): Promise<Replica> => {
    const state = await openState(`${url}?prefix=${prefix}`);
    onTestFinished(async () => state.close());
    const gateway = gatewayWith(servers, {
      state,
      cache: state.values('lists', memory()),
      ...(options.gateway?.pins && { pins: state.values('pins', memory()) }),
    });
    const door = await front(gateway, options.limits ? { limits: options.limits } : {});
    return { gateway, door, state };
  };
  return [await open(), await open()];
}
