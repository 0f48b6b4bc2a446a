import { isMap } from '../../model/value.ts';
import type { JsonObject } from './tool-source.ts';

/** The result of a call as one text. Other content is described by type and size; unknown types are shown as JSON. */
export function contentText(result: JsonObject): string {
  const blocks: unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  const texts = blocks.map(blockText);
  const structured = result['structuredContent'];
  // If there is text content, it repeats the structured content.
  if (structured !== undefined && !blocks.some(holdsText)) texts.push(JSON.stringify(structured));
  return texts.join('\n');
}

function holdsText(block: unknown): boolean {
  if (!isMap(block)) return false;
  const holder = block['type'] === 'resource' && isMap(block['resource']) ? block['resource'] : block;
  return typeof holder['text'] === 'string' && holder['text'] !== '';
}

export function blockText(block: unknown): string {
  const text = isMap(block) ? knownBlock(block) : undefined;
  return text ?? JSON.stringify(block) ?? '';
}

function knownBlock(block: JsonObject): string | undefined {
  const { type, text, data, mimeType, resource } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? text : undefined;
    case 'image':
    case 'audio':
      return typeof data === 'string' ? line(type, [mimeType, bytes(data)]) : undefined;
    case 'resource':
      return isMap(resource) ? resourceText(resource) : undefined;
    case 'resource_link':
      return typeof block['uri'] === 'string'
        ? line('resource link', [block['uri'], block['title'] ?? block['name'], mimeType])
        : undefined;
    default:
      return undefined;
  }
}

/** Formats an embedded resource, or the contents of one that was read. */
export function resourceText({ uri, mimeType, text, blob }: JsonObject): string {
  if (typeof text === 'string') return `${line('resource', [uri])}\n${text}`;
  return line('resource', [uri, mimeType, typeof blob === 'string' ? bytes(blob) : undefined]);
}

function line(kind: string, parts: readonly unknown[]): string {
  return `[${kind}: ${parts.filter((part) => typeof part === 'string').join(', ')}]`;
}

/** Decoded size of a base64 text. */
function bytes(base64: string): string {
  const padding = /={0,2}$/.exec(base64.slice(-2))?.[0].length ?? 0;
  return `${Math.floor(((base64.length - padding) * 3) / 4)} bytes`;
}
