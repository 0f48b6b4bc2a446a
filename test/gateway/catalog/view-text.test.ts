import { describe, expect, it } from 'vitest';
import { readView, ViewError, viewOf, viewText } from '../../../src/gateway/catalog/view-text.ts';

describe('a view in one text', () => {
  it.each([
    ['cursor', { client: 'cursor', view: {} }],
    ['?only=a,b', { view: { servers: ['a', 'b'] } }],
    ['cursor?only=', { client: 'cursor', view: { servers: [] } }],
    [
      'codex?only=files,git%26hub&allow=read_*&allow=x%3Dy&deny=*+delete%23*&names=plain&search=auto',
      {
        client: 'codex',
        view: {
          servers: ['files', 'git&hub'],
          tools: { allow: ['read_*', 'x=y'], deny: ['* delete#*'] },
          names: 'plain',
          search: 'auto',
        },
      },
    ],
  ])('%s', (text, view) => {
    expect(readView(text)).toEqual(view);
    expect(viewText(readView(text))).toBe(text);
  });

  it('is the same for the same view', () => {
    const one = viewText(readView('c?search=on&deny=b&deny=a&only=y&only=x,%20y&deny=b'));
    expect(one).toBe('c?only=x,y&deny=a&deny=b&search=on');
    expect(viewText({ client: 'c', view: viewOf({ only: ['y, x'], deny: ['b', 'a'], search: 'on' }) })).toBe(one);
  });

  it.each([
    ['c?odd=1', 'Unknown view parameter "odd"; allowed are only, allow, deny, names, search'],
    ['c?names=odd', 'names must be prefixed or plain'],
    ['c?names=', 'names must be prefixed or plain'],
    ['c?search=maybe', 'search must be off, on or auto'],
    ['c?search=on&search=off', 'search can be given only once'],
    ['a/b', 'A client name can have at most 64 letters, digits, dots, hyphens and underscores'],
    [`c?deny=${'x'.repeat(2048)}`, 'A view can have at most 2048 characters'],
  ])('is not %s', (text, message) => {
    expect(() => readView(text)).toThrow(new ViewError(message));
  });
});
