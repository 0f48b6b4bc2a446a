import { describe, expect, it } from 'vitest';
import { fuzzyFilter } from '../../../web/src/components/palette/fuzzy.ts';

const titles = ['Overview', 'Servers', 'Add a server', 'Approvals', 'Context cost', 'github'];
const find = (typed: string): string[] => fuzzyFilter(typed, titles, (title) => title);

describe('finding by a few letters', () => {
  it('offers everything as long as nothing is typed', () => expect(find(' ')).toEqual(titles));
  it('prefers the start of words', () => expect(find('as')[0]).toBe('Add a server'));
  it('prefers letters that stand together', () => expect(find('serv')[0]).toBe('Servers'));
  it('forgives letters that are left out', () => expect(find('aprvl')).toEqual(['Approvals']));
  it('knows when nothing fits', () => expect(find('xyz')).toEqual([]));
});
