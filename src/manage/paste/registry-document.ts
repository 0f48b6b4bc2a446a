import { isOnlyText } from '../../model/outside-text.ts';
import { inferTransport, type Server } from '../../model/server.ts';
import { getOwn, isMap, type Value, type ValueMap } from '../../model/value.ts';
import { packageServer, remoteServer } from '../../registry/install/build-server.ts';
import { inputsOf, type InputValues } from '../../registry/install/inputs.ts';
import { type Offer, offersOf } from '../../registry/install/offers.ts';
import type { CommandKind } from '../../registry/install/runtime-words.ts';
import { requirePlain } from '../../registry/install/unsafe-document.ts';
import { safely } from '../registry/safe-document.ts';
import { nameOfPackage } from './propose-name.ts';
import { nestedText, packageIn, referenceTo, remoteIn } from './registry-inputs.ts';
import type { Draft, Reading } from './types.ts';

/** Whether this is a `server.json`, alone, in a list, or in a registry response. */
export function isRegistryDocument(value: Value | undefined): value is ValueMap | Value[] {
  return documentsIn(value).length > 0;
}

/** Returns the first remote of each server, or else its first package. Throws if a document decides what it must not. */
export function readRegistryDocument(value: Value): Reading {
  const drafts = documentsIn(value).flatMap((document): Draft[] => {
    const offer = offerOf(document);
    if (!offer) return [];
    const name = nestedText(document, 'name') ?? '';
    const proposed = nameOfPackage(name);
    return [
      {
        ...(proposed === '' ? {} : { proposal: proposed }),
        server: described(
          safely(name, () => serverOf(offer)),
          document,
        ),
        at: 0,
      },
    ];
  });
  return { kind: 'registry', drafts, diagnostics: [] };
}

function documentsIn(value: Value | undefined): ValueMap[] {
  if (Array.isArray(value)) return value.flatMap((item) => documentsIn(item));
  if (!isMap(value)) return [];
  const inner = getOwn(value, 'server');
  if (isMap(inner)) return documentsIn(inner);
  const list = getOwn(value, 'servers');
  if (Array.isArray(list)) return list.flatMap((item) => documentsIn(item));
  const parts = [...mapsIn(value, 'packages'), ...mapsIn(value, 'remotes')];
  return typeof getOwn(value, 'name') === 'string' && parts.length > 0 ? [value] : [];
}

function mapsIn(map: ValueMap, key: string): ValueMap[] {
  const list = getOwn(map, key);
  return Array.isArray(list) ? list.filter((item) => isMap(item)) : [];
}

/** A bundle would have to be fetched first. */
function offerOf(document: ValueMap): Offer | undefined {
  const offers = offersOf({
    name: '',
    description: '',
    version: '',
    packages: mapsIn(document, 'packages').flatMap(packageIn),
    remotes: mapsIn(document, 'remotes').flatMap(remoteIn),
  }).filter((offer) => offer.kind === 'remote' || offer.package.registryType !== 'mcpb');
  return offers.find(({ kind }) => kind === 'remote') ?? offers[0];
}

/** The definition, with references in place of the values that the user must supply. */
function serverOf(offer: Offer): Server {
  const wanted = inputsOf(offer).filter(({ isRequired, default: usual }) => isRequired && usual === undefined);
  for (const { id } of wanted) requirePlain('input', id);
  const values: InputValues = new Map(wanted.map(({ id }) => [id, [referenceTo(id)]]));
  if (offer.kind === 'remote') return remoteServer(offer.remote, values);
  // The user gave none of these values: they must not stand where only what a user gave may stand.
  return packageServer(offer.package.registryType as CommandKind, offer.package, values, values);
}

/** These texts start nothing, but a client could read more than text in them. */
function described(server: Server, document: ValueMap): Server {
  const title = nestedText(document, 'title');
  const description = nestedText(document, 'description');
  return {
    transport: inferTransport(server),
    ...server,
    ...(title !== undefined && isOnlyText(title) && { title }),
    ...(description !== undefined && isOnlyText(description) && { description }),
  };
}
