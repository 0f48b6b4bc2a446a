import { BoundedMap } from '../bounded-map.ts';
import type { FlowStore } from './user-accounts.ts';

const MAX_FLOWS = 10_000;

/** Flows of a gateway that is alone. */
export function memoryFlows(now: () => number = Date.now): FlowStore {
  const flows = new BoundedMap<string, { readonly value: object; readonly until: number }>(MAX_FLOWS);
  const read = (id: string): object | undefined => {
    const flow = flows.get(id);
    return flow && now() < flow.until ? flow.value : undefined;
  };
  return {
    put: async (id, value, ttlMs) => void flows.set(id, { value, until: now() + ttlMs }),
    read: async (id) => read(id),
    async take(id) {
      const value = read(id);
      flows.delete(id);
      return value;
    },
  };
}
