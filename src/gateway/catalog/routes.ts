import { rawKey, nameTools, type RawToolName } from '../../runtime/tools/name-tools.ts';
import { isOffered, offersTool } from '../../runtime/tools/tool-filter.ts';
import type { View } from '../options.ts';
import type { JsonObject } from '../session/session.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { safeTool } from './safe-tool.ts';

/** The server and definition of a client-visible tool, prompt or resource. */
export interface Route {
  readonly upstream: Upstream;
  /** The server's own name or URI. */
  readonly upstreamName: string;
  /** The definition with the client-visible name. */
  readonly definition: JsonObject;
  /** Differs from its pin, so it is neither listed nor called. */
  readonly isWithheld: boolean;
}

/** All tools, prompts and resources of a view, by client-visible name or URI. */
export interface Routes {
  readonly tools: ReadonlyMap<string, Route>;
  readonly prompts: ReadonlyMap<string, Route>;
  /** If several servers list the same URI, the first one is used. */
  readonly resources: ReadonlyMap<string, Route>;
  readonly templates: ReadonlyMap<string, Route>;
}

/** Applies views from the widest to the narrowest. Each filters by the name style in effect at its level. */
export function buildRoutes(upstreams: readonly Upstream[], views: readonly View[]): Routes {
  let visibleUpstreams = upstreams;
  let style: NonNullable<View['names']> = 'prefixed';
  const filters: { readonly tools: NonNullable<View['tools']>; readonly names: ReadonlyMap<string, string> }[] = [];
  for (const view of views) {
    visibleUpstreams = visibleUpstreams.filter((upstream) => isVisible(upstream, view));
    style = view.names ?? style;
    // A client with another name style cannot bypass the filter of a wider view.
    if (view.tools) filters.push({ tools: view.tools, names: namesIn(visibleUpstreams, style) });
  }
  const tools = routesByName(visibleUpstreams, style, toolsOf);
  const isAllowed = (route: Route): boolean =>
    filters.every(({ tools, names }) => {
      const name = names.get(keyOf(route));
      return name !== undefined && isOffered(name, tools);
    });
  return {
    tools: new Map([...tools].filter(([, route]) => isAllowed(route))),
    prompts: routesByName(visibleUpstreams, style, ({ catalog }) => catalog.lists.prompts),
    resources: routesByUri(visibleUpstreams, 'uri', ({ catalog }) => catalog.lists.resources),
    templates: routesByUri(visibleUpstreams, 'uriTemplate', ({ catalog }) => catalog.lists.resourceTemplates),
  };
}

export function isVisible({ name }: Pick<Upstream, 'name'>, { servers }: View): boolean {
  return servers === undefined || servers.includes(name);
}

/** The names of all tools in this style, by `keyOf`. */
function namesIn(upstreams: readonly Upstream[], style: 'prefixed' | 'plain'): ReadonlyMap<string, string> {
  return new Map([...routesByName(upstreams, style, toolsOf)].map(([name, route]) => [keyOf(route), name]));
}

function keyOf({ upstream, upstreamName }: Route): string {
  return rawKey({ server: upstream.name, tool: upstreamName });
}

function toolsOf({ catalog, toRun }: Upstream): JsonObject[] {
  const offered = catalog.lists.tools.filter(({ name }) => offersTool(toRun, String(name)));
  return offered.map(safeTool).filter((tool) => tool !== undefined);
}

type ListSelector = (upstream: Upstream) => readonly JsonObject[];

function routesByName(
  upstreams: readonly Upstream[],
  style: 'prefixed' | 'plain',
  pick: ListSelector,
): Map<string, Route> {
  const all = upstreams.flatMap((upstream) =>
    pick(upstream).map((item) => ({ upstream, item, upstreamName: String(item['name']) })),
  );
  const names = nameAll(
    all.map(({ upstream, upstreamName }) => ({ server: upstream.name, tool: upstreamName })),
    style,
  );
  const routes = new Map<string, Route>();
  for (const { upstream, item, upstreamName } of all) {
    const name = names.get(rawKey({ server: upstream.name, tool: upstreamName })) ?? upstreamName;
    const isWithheld = upstream.pinCheck.withheld.has(upstreamName) && 'inputSchema' in item;
    routes.set(name, { upstream, upstreamName, definition: { ...item, name }, isWithheld });
  }
  return routes;
}

/** URIs are never rewritten, because they also occur in results. */
function routesByUri(upstreams: readonly Upstream[], key: string, pick: ListSelector): Map<string, Route> {
  const routes = new Map<string, Route>();
  for (const upstream of upstreams) {
    for (const definition of pick(upstream)) {
      const upstreamName = definition[key];
      if (typeof upstreamName === 'string' && !routes.has(upstreamName))
        routes.set(upstreamName, { upstream, upstreamName, definition, isWithheld: false });
    }
  }
  return routes;
}

/**
 * Returns the client-visible name of each item, by `rawKey`. With `plain`, an item keeps its own name if no other item
 * has that name.
 */
function nameAll(items: readonly RawToolName[], style: 'prefixed' | 'plain'): Map<string, string> {
  const names = new Map(nameTools(items, partsOf).tools.map((named) => [rawKey(named), named.name]));
  if (style === 'prefixed') return names;
  const counts = new Map<string, number>();
  for (const name of [...items.map(({ tool }) => tool), ...names.values()])
    counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const item of items) {
    const isOwn = names.get(rawKey(item)) === item.tool;
    if (counts.get(item.tool) === (isOwn ? 2 : 1)) names.set(rawKey(item), item.tool);
  }
  return names;
}

/** Replaces the characters that some models do not accept in tool names. */
function partsOf(server: string, tool: string): { serverPart: string; toolPart: string } {
  return { serverPart: usable(server) || 'server', toolPart: usable(tool) || 'tool' };
}

function usable(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]+/g, '_');
}
