import { visible } from '../../../../src/model/visible.ts';

/** One part of a result, in a form that is safe to show. */
export type Block =
  /** The text as it is: LongText makes hidden characters visible in what it shows. */
  | { readonly kind: 'text'; readonly text: string; readonly lead?: string }
  | { readonly kind: 'image'; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'link'; readonly uri: string; readonly title: string }
  /** A description in words, because the content is not safe to show. */
  | { readonly kind: 'note'; readonly text: string };

/** Image formats that cannot contain scripts. */
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];

type Part = Readonly<Record<string, unknown>>;

/** The result of a tool, resource or prompt, part by part. */
export function blocksOf(result: Part): Block[] {
  const { content, contents, messages } = result;
  if (Array.isArray(contents)) return contents.map((one: unknown) => resourceBlock(one));
  if (Array.isArray(messages)) return messages.flatMap((one: unknown) => messageBlocks(one));
  return Array.isArray(content) ? content.map((one: unknown) => blockOf(one)) : [];
}

function messageBlocks(message: unknown): Block[] {
  if (!isPart(message)) return [blockOf(message)];
  const { role, content } = message;
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  const lead = typeof role === 'string' ? role : 'message';
  return parts.map((part) => {
    const block = blockOf(part);
    return block.kind === 'text' ? { ...block, lead } : block;
  });
}

function blockOf(part: unknown): Block {
  if (!isPart(part)) return asJson(part);
  const { type, text, data, mimeType, uri, resource } = part;
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  if (type === 'image' && typeof data === 'string') return imageOf(data, mimeType);
  if (type === 'audio' && typeof data === 'string')
    return { kind: 'note', text: `Sound, ${typeWord(mimeType)}, ${sizeOf(data)}` };
  if (type === 'resource') return resourceBlock(resource);
  if (type === 'resource_link' && typeof uri === 'string')
    return { kind: 'link', uri, title: shown(firstText(part['title'], part['name'], uri)) };
  return asJson(part);
}

function resourceBlock(resource: unknown): Block {
  if (!isPart(resource)) return asJson(resource);
  const { uri, text, blob, mimeType } = resource;
  if (typeof text === 'string') return { kind: 'text', text, ...(typeof uri === 'string' && { lead: shown(uri) }) };
  if (typeof blob !== 'string') return asJson(resource);
  return pictures.includes(String(mimeType))
    ? imageOf(blob, mimeType)
    : { kind: 'note', text: `${firstText(uri)}, ${typeWord(mimeType)}, ${sizeOf(blob)}` };
}

function imageOf(data: string, mimeType: unknown): Block {
  const type = String(mimeType);
  if (!pictures.includes(type))
    return {
      kind: 'note',
      text: `Image (${typeWord(mimeType)}, ${sizeOf(data)}). Not shown, because this format can contain scripts.`,
    };
  try {
    return { kind: 'image', type, bytes: Uint8Array.from(atob(data), (character) => character.charCodeAt(0)) };
  } catch {
    return { kind: 'note', text: 'Unreadable image.' };
  }
}

function asJson(value: unknown): Block {
  return { kind: 'text', text: JSON.stringify(value, undefined, 2) ?? '' };
}

/** Makes invisible and bidirectional control characters visible. */
export function shown(text: string): string {
  return text
    .split('\n')
    .map((line) => visible(line.replaceAll('\t', '  ')))
    .join('\n');
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstText(...texts: readonly unknown[]): string {
  return texts.find((text): text is string => typeof text === 'string' && text !== '') ?? 'Unnamed';
}

function typeWord(mimeType: unknown): string {
  return typeof mimeType === 'string' ? visible(mimeType) : 'unknown type';
}

/** The decoded size of base64 text. */
function sizeOf(base64: string): string {
  const bytes = Math.floor((base64.length * 3) / 4);
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`;
}
