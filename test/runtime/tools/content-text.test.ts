import { describe, expect, it } from 'vitest';
import { contentText } from '../../../src/runtime/tools/content-text.ts';

describe('contentText', () => {
  it.each([
    ['text', { type: 'text', text: 'hello' }, 'hello'],
    ['an image', { type: 'image', mimeType: 'image/png', data: 'AAECAw==' }, '[image: image/png, 4 bytes]'],
    ['audio', { type: 'audio', mimeType: 'audio/wav', data: 'AAEC' }, '[audio: audio/wav, 3 bytes]'],
    ['an image without a type', { type: 'image', data: '' }, '[image: 0 bytes]'],
    [
      'a resource with text',
      { type: 'resource', resource: { uri: 'file:///a', text: 'one' } },
      '[resource: file:///a]\none',
    ],
    [
      'a binary resource',
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'image/png', blob: 'AAA=' } },
      '[resource: file:///a, image/png, 2 bytes]',
    ],
    [
      'a link',
      { type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain' },
      '[resource link: file:///a, a, text/plain]',
    ],
    ['an unknown type', { type: 'hologram', shape: 'cube' }, '{"type":"hologram","shape":"cube"}'],
    ['a known type without what belongs to it', { type: 'image', url: 'x' }, '{"type":"image","url":"x"}'],
    ['something else', 'plain', '"plain"'],
  ])('shows %s', (_, block, text) => {
    expect(contentText({ content: [block] })).toBe(text);
  });

  it('puts each on a line of its own', () => {
    expect(
      contentText({
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
    ).toBe('a\nb');
  });

  it.each([
    ['when there is nothing else', { content: [], structuredContent: { sum: 3 } }, '{"sum":3}'],
    ['when there is no content at all', { structuredContent: [1, 2] }, '[1,2]'],
    [
      'beside an image',
      { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }], structuredContent: null },
      '[image: image/png, 3 bytes]\nnull',
    ],
    [
      'not beside text',
      { content: [{ type: 'text', text: 'The sum is 3.' }], structuredContent: { sum: 3 } },
      'The sum is 3.',
    ],
    [
      'not beside the text of a resource',
      { content: [{ type: 'resource', resource: { uri: 'x:y', text: '3' } }], structuredContent: { sum: 3 } },
      '[resource: x:y]\n3',
    ],
  ])('shows structured content %s', (_, result, text) => {
    expect(contentText(result)).toBe(text);
  });

  it('has no text for a result without content', () => {
    expect(contentText({})).toBe('');
    expect(contentText({ content: 'wrong' })).toBe('');
  });
});
