import { rawKey } from '../runtime/tools/name-tools.ts';
import { isOffered } from '../runtime/tools/tool-filter.ts';
import { nameAll } from './names.ts';
import type { View } from './options.ts';
import { safeTool } from './safe-tool.ts';
import type { JsonObject } from './session.ts';
import type { Upstream } from './upstream.ts';

/** Where a name leads. */
export interface Route {
  readonly upstream: Upstream;
  /** As the server calls it. */
  readonly own: string;
  /** As clients see it. */
  readonly definition: JsonObject;
  /** Not as it was accepted, so it is neither listed nor called. */
  readonly isWithheld: boolean;
}

/** Everything that one kind of client is offered. */
export interface Offer {
  readonly tools: ReadonlyMap<string, Route>;
  readonly prompts: ReadonlyMap<string, Route>;
  /** The first server that has an address answers for it. */
  readonly resources: ReadonlyMap<string, Route>;
  readonly templates: ReadonlyMap<string, Route>;
}

/** What a client with this view is offered, as far as `widest` allows it. */
export function makeOffer(upstreams: readonly Upstream[], widest: View, view: View): Offer {
  const style = view.names ?? widest.names ?? 'prefixed';
  const all = upstreams.filter((upstream) => isSeen(upstream, widest));
  const seen = all.filter((upstream) => isSeen(upstream, view));
  const allowed = widest.tools && allowedIn(all, widest);
  const tools = named(seen, style, toolsOf);
  return {
    tools: new Map(
      [...tools].filter(([name, route]) => isOffered(name, view.tools) && (allowed?.has(keyOf(route)) ?? true)),
    ),
    prompts: named(seen, style, ({ catalogue }) => catalogue.lists.prompts),
    resources: located(seen, 'uri', ({ catalogue }) => catalogue.lists.resources),
    templates: located(seen, 'uriTemplate', ({ catalogue }) => catalogue.lists.resourceTemplates),
  };
}

export function isSeen({ name }: Pick<Upstream, 'name'>, { servers }: View): boolean {
  return servers === undefined || servers.includes(name);
}

/** By the names that stand in the filter itself: a client that has other names cannot get around it. */
function allowedIn(upstreams: readonly Upstream[], { names = 'prefixed', tools }: View): Set<string> {
  const routes = [...named(upstreams, names, toolsOf)];
  return new Set(routes.filter(([name]) => isOffered(name, tools)).map(([, route]) => keyOf(route)));
}

function keyOf({ upstream, own }: Route): string {
  return rawKey({ server: upstream.name, tool: own });
}

function toolsOf({ catalogue, toRun }: Upstream): JsonObject[] {
  const offered = catalogue.lists.tools.filter(({ name }) => isOffered(String(name), toRun.server.tools));
  return offered.map(safeTool).filter((tool) => tool !== undefined);
}

type Choose = (upstream: Upstream) => readonly JsonObject[];

function named(upstreams: readonly Upstream[], style: 'prefixed' | 'plain', pick: Choose): Map<string, Route> {
  const all = upstreams.flatMap((upstream) =>
    pick(upstream).map((item) => ({ upstream, item, own: String(item['name']) })),
  );
  const names = nameAll(
    all.map(({ upstream, own }) => ({ server: upstream.name, tool: own })),
    style,
  );
  const routes = new Map<string, Route>();
  for (const { upstream, item, own } of all) {
    const name = names.get(rawKey({ server: upstream.name, tool: own })) ?? own;
    const isWithheld = upstream.judgement.withheld.has(own) && 'inputSchema' in item;
    routes.set(name, { upstream, own, definition: { ...item, name }, isWithheld });
  }
  return routes;
}

/** Addresses are never rewritten: they stand in results and texts too. */
function located(upstreams: readonly Upstream[], key: string, pick: Choose): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const upstream of upstreams) {
    for (const definition of pick(upstream)) {
      const own = definition[key];
      if (typeof own === 'string' && !routes.has(own))
        routes.set(own, { upstream, own, definition, isWithheld: false });
    }
  }
  return routes;
}
