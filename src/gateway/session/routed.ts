import type { Era } from '../../runtime/connect/session/session.ts';
import { isOffered } from '../../runtime/tools/tool-filter.ts';
import type { Routes, Route } from '../catalog/routes.ts';
import { frameOf, reprintable } from '../message/frame.ts';
import { INVALID_PARAMS, type RpcError, unreachable } from '../message/rpc-error.ts';
import type { CallTarget } from '../upstream/call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { subscribe } from './client-subscriptions.ts';
import type { Client } from './client.ts';
import type { Frame, JsonObject, RequestId } from './session.ts';

const RESOURCE_KINDS = ['resources', 'resourceTemplates'] as const;

/** Runs `work` when the lists of these kinds are available, immediately if they already are. */
function whenListed(
  session: Client,
  frame: Frame | undefined,
  kinds: Parameters<Client['core']['whenListed']>[0],
  work: () => void,
): void {
  const known = session.core.whenListed(kinds, session.view);
  if (known) session.track(frame, known.then(work));
  else work();
}

/** Rejects the request unless the parameter is a string: the server could read another type differently than we do. */
function withStringParam(session: Client, { message }: Frame, key: 'name' | 'uri', work: (text: string) => void): void {
  const value = message.params?.[key];
  if (typeof value === 'string') return work(value);
  session.refuse(message.id as RequestId, { code: INVALID_PARAMS, message: `Invalid params: ${key} must be a string` });
}

function targetOf(session: Client, upstream: Upstream, item: string, name?: string): CallTarget {
  return { upstream, link: upstream.linkFor(session), item, ...(name !== undefined && { name }) };
}

export function getPrompt(session: Client, frame: Frame, era: Era): void {
  withStringParam(session, frame, 'name', (name) => {
    whenListed(session, frame, ['prompts'], () => {
      const route = session.core.catalogFor(session.view).routes.prompts.get(name);
      if (!route) return session.refuse(frame.message.id as RequestId, unknown('prompt', name));
      const { upstream, upstreamName } = route;
      session.forward(
        frame,
        targetOf(session, upstream, upstreamName, upstreamName === name ? undefined : upstreamName),
        era,
      );
    });
  });
}

export function readResource(session: Client, frame: Frame, era: Era): void {
  withStringParam(session, frame, 'uri', (uri) => {
    whenListed(session, frame, RESOURCE_KINDS, () => {
      const upstream = upstreamFor(uri, session);
      if (!upstream) return session.refuse(frame.message.id as RequestId, unknownResource(uri, era));
      session.forward(frame, targetOf(session, upstream, uri), era);
    });
  });
}

/**
 * The server for a resource URI: the one that lists it, the one with a matching template, or the only one with
 * resources.
 */
function upstreamFor(uri: string, session: Client): Upstream | undefined {
  const { routes } = session.core.catalogFor(session.view);
  const listed = routes.resources.get(uri) ?? matchingTemplate(routes, uri);
  if (listed) return listed.upstream;
  const upstreams = session.core.upstreams(session.view);
  const [only, ...others] = upstreams.length === 1 ? upstreams : upstreams.filter(mayHaveResources);
  return others.length === 0 ? only : undefined;
}

function matchingTemplate({ templates }: Routes, uri: string): Route | undefined {
  for (const [template, route] of templates) {
    if (isOffered(uri, { allow: [template.replaceAll(/\{[^{}]*\}/g, '*')] })) return route;
  }
  return undefined;
}

function mayHaveResources({ links, catalog }: Upstream): boolean {
  const isAnnounced = links.some(({ info }) => info?.capabilities['resources'] !== undefined);
  return isAnnounced || catalog.lists.resources.length + catalog.lists.resourceTemplates.length > 0;
}

/** Subscribes to a resource. If `frame` is given, its request is answered with the outcome. */
export function subscribeTo(session: Client, uri: string, frame?: Frame): void {
  const id = frame?.message.id as RequestId;
  whenListed(session, frame, RESOURCE_KINDS, () => {
    const upstream = upstreamFor(uri, session);
    if (!upstream) return frame && session.refuse(id, unknown('resource', uri));
    if (frame) session.subscriptions.add(uri);
    subscribe(upstream.linkFor(session), uri, session).then(
      () => frame && session.reply(id, {}),
      (error: unknown) => {
        session.subscriptions.remove(uri);
        if (frame) session.refuse(id, errorOf(error, upstream));
      },
    );
  });
}

function errorOf(error: unknown, { name }: Upstream): RpcError {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === 'number' ? { code, message: String(message) } : unreachable(name, error);
}

/** Unsubscribes the client. On a shared connection the server stays subscribed, and its updates are filtered. */
export function unsubscribeFrom(session: Client, frame: Frame, era: Era): void {
  withStringParam(session, frame, 'uri', (uri) => {
    session.subscriptions.remove(uri);
    const upstream = upstreamFor(uri, session);
    const own = upstream?.ownLink(session.id);
    if (!upstream || !own || own.info?.era !== 'legacy') return session.reply(frame.message.id as RequestId, {});
    session.forward(frame, { upstream, link: own, item: uri }, era);
  });
}

export function complete(session: Client, frame: Frame, era: Era): void {
  const message = reprintable(frame);
  const ref = (message.params?.['ref'] ?? {}) as JsonObject;
  const id = message.id as RequestId;
  const { name, uri } = ref;
  if (typeof (ref['type'] === 'ref/prompt' ? name : uri) !== 'string') {
    return session.refuse(id, {
      code: INVALID_PARAMS,
      message: 'Invalid params: ref must name a prompt or a resource',
    });
  }
  if (ref['type'] === 'ref/prompt') {
    return whenListed(session, frame, ['prompts'], () => {
      const route = session.core.catalogFor(session.view).routes.prompts.get(name as string);
      if (!route) return session.refuse(id, unknown('prompt', name as string));
      const params = { ...message.params, ref: { ...ref, name: route.upstreamName } };
      session.forward(frameOf({ ...message, params }), targetOf(session, route.upstream, route.upstreamName), era);
    });
  }
  completeResource(session, frame, uri as string, era);
}

function completeResource(session: Client, frame: Frame, uri: string, era: Era): void {
  const id = frame.message.id as RequestId;
  whenListed(session, frame, RESOURCE_KINDS, () => {
    const { routes } = session.core.catalogFor(session.view);
    const upstream = routes.templates.get(uri)?.upstream ?? upstreamFor(uri, session);
    if (!upstream) return session.refuse(id, unknown('resource', uri));
    session.forward(frame, targetOf(session, upstream, uri), era);
  });
}

function unknown(what: string, name: string): RpcError {
  return { code: INVALID_PARAMS, message: `Unknown ${what}: ${name}` };
}

/** The error code changed with the modern era. */
function unknownResource(uri: string, era: Era): RpcError {
  return { code: era === 'modern' ? INVALID_PARAMS : -32002, message: `Resource not found: ${uri}`, data: { uri } };
}
