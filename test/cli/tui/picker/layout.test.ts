import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Content, firstShown, type Layout, layoutOf } from '../../../../src/cli/tui/picker/layout.ts';

const content: Content = { columns: 80, rows: 24, sets: 8, preview: false, filterLine: false, keyLines: 2 };

/** How many rows the whole screen takes. */
function height({ filterLine }: Content, layout: Layout): number {
  const { isRoomy, isBeside, listRows, previewRows, keyRows } = layout;
  const preview = previewRows === 0 ? 0 : previewRows + 1;
  const body = isBeside ? Math.max(listRows, preview) : listRows + preview;
  return 1 + Number(filterLine) + (isRoomy ? 2 : 0) + body + 1 + keyRows;
}

describe('the layout', () => {
  it('puts the preview beside the list from 100 columns on', () => {
    const [narrow, wide] = [99, 100].map((columns) => layoutOf({ ...content, columns, preview: true }));
    expect(narrow).toMatchObject({ isBeside: false, listColumns: 99, previewColumns: 99 });
    expect(wide).toMatchObject({ isBeside: true, listColumns: 50, previewColumns: 48 });
  });

  it('has room for list and preview in ten rows', () => {
    const layout = layoutOf({ ...content, columns: 40, rows: 10, sets: 50, preview: true, keyLines: 4 });
    expect(layout).toMatchObject({ listRows: 3, previewRows: 2, keyRows: 1 });
  });

  it('leaves the last row free, whatever is shown', () => {
    const any = fc.record<Content>({
      columns: fc.integer({ min: 20, max: 300 }),
      rows: fc.integer({ min: 5, max: 200 }),
      sets: fc.nat(10_000),
      preview: fc.boolean(),
      filterLine: fc.boolean(),
      keyLines: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(any, (now) => {
        const layout = layoutOf(now);
        expect(height(now, layout)).toBeLessThan(now.rows);
        expect(layout.listRows).toBeGreaterThan(0);
      }),
    );
  });
});

it('the part of a list that is seen holds the cursor and is as long as it can be', () => {
  const place = fc.integer({ min: 1, max: 500 }).chain((total) => fc.tuple(fc.nat(total - 1), fc.constant(total)));
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 60 }), ([cursor, total], rows) => {
      const first = firstShown(cursor, total, rows);
      expect(first <= cursor && cursor < first + rows).toBe(true);
      expect(Math.min(rows, total - first)).toBe(Math.min(rows, total));
    }),
  );
});
