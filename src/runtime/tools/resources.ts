import { isMap } from '../../model/value.ts';
import type { RequestOptions } from '../connect/session/session.ts';
import { resourceText } from './content-text.ts';
import { pickTexts } from './pick-texts.ts';
import type { JsonObject, ToolSession } from './tool-source.ts';

interface Described {
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** As sent by the server. */
  readonly raw: JsonObject;
}

export interface Resource extends Described {
  readonly uri: string;
}

export interface ResourceTemplate extends Described {
  readonly uriTemplate: string;
}

export interface ResourceContent {
  readonly uri?: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
  readonly raw: JsonObject;
}

const described = ['name', 'title', 'description', 'mimeType'] as const;

/** Leaves out entries without a URI. */
export async function listResources(session: ToolSession, signal?: AbortSignal): Promise<Resource[]> {
  const list = await session.listAll('resources', signal);
  return list.flatMap((raw) =>
    typeof raw['uri'] === 'string' ? [{ uri: raw['uri'], ...pickTexts(raw, described), raw }] : [],
  );
}

export async function listResourceTemplates(session: ToolSession, signal?: AbortSignal): Promise<ResourceTemplate[]> {
  const list = await session.listAll('resourceTemplates', signal);
  return list.flatMap((raw) =>
    typeof raw['uriTemplate'] === 'string'
      ? [{ uriTemplate: raw['uriTemplate'], ...pickTexts(raw, described), raw }]
      : [],
  );
}

/** A resource may have several contents, such as the files of a folder. */
export async function readResource(
  session: ToolSession,
  uri: string,
  options: RequestOptions = {},
): Promise<{ contents: ResourceContent[]; text: string; raw: JsonObject }> {
  const raw = await session.request('resources/read', { uri }, options);
  const list: unknown[] = Array.isArray(raw['contents']) ? raw['contents'] : [];
  const contents = list
    .filter(isMap)
    .map((content) => ({ ...pickTexts(content, ['uri', 'mimeType', 'text', 'blob']), raw: content }));
  return { contents, text: contents.map((content) => resourceText(content.raw)).join('\n'), raw };
}
