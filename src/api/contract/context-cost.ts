import type { StatusName } from './servers.ts';

/** `GET /api/context-cost` */
export type ContextCostAnswer = readonly ClientCost[];

/** The context that the servers of one client add to every request. */
export interface ClientCost {
  readonly client: string;
  readonly clientName: string;
  readonly tokens: number;
  readonly tools: number;
  /** The budget: tokens of context that the user allows for tools. */
  readonly budget: number;
  /** The number of servers, and how many of them were never checked. */
  readonly servers: number;
  readonly unknown: number;
  /** The most expensive ones; `GET /api/context-cost/:client` has all of them. */
  readonly top: readonly ServerCost[];
}

/** `GET /api/context-cost/:client`: most expensive first. */
export type ServerCosts = readonly ServerCost[];

export interface ServerCost {
  readonly name: string;
  readonly tokens?: number;
  readonly tools?: number;
  /** Why its tools are unknown. */
  readonly status?: StatusName;
}
