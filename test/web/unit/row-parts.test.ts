import { describe, expect, it } from 'vitest';
import { rowAt, rowParts, rowTops, scrollTopFor } from '../../../web/src/virtual/row-parts.ts';

/** Rows of 10, 20, 30, 40 and 50 pixels. */
const tops = rowTops(5, (index) => (index + 1) * 10);

it('knows where rows of any height begin, and which one a pixel is in', () => {
  expect([...tops]).toEqual([0, 10, 30, 60, 100, 150]);
  expect([-5, 0, 9, 10, 59, 60, 149, 150, 900].map((y) => rowAt(tops, y))).toEqual([0, 0, 0, 1, 2, 3, 4, 4, 4]);
  expect(
    rowAt(
      rowTops(0, () => 10),
      0,
    ),
  ).toBe(0);
});

describe('rendered rows', () => {
  it('has gaps that are as high as the rows in their place', () => {
    expect(rowParts(tops, 1, 3)).toEqual([{ gap: 10 }, { index: 1 }, { index: 2 }, { gap: 90 }]);
    expect(rowParts(tops, 0, 5)).toEqual([0, 1, 2, 3, 4].map((index) => ({ index })));
    expect(
      rowParts(
        rowTops(0, () => 10),
        0,
        0,
      ),
    ).toEqual([]);
  });

  it('keeps the row with the focus, above and below, and draws none twice', () => {
    expect(rowParts(tops, 2, 3, 0)).toEqual([{ index: 0 }, { gap: 20 }, { index: 2 }, { gap: 90 }]);
    expect(rowParts(tops, 0, 1, 3)).toEqual([{ index: 0 }, { gap: 50 }, { index: 3 }, { gap: 50 }]);
    expect(rowParts(tops, 1, 3, 2)).toEqual(rowParts(tops, 1, 3));
    expect(rowParts(tops, 1, 3, 9)).toEqual(rowParts(tops, 1, 3));
  });
});

it('scrolls as little as needed', () => {
  expect(scrollTopFor(tops, 2, { top: 20, height: 60 })).toBeUndefined();
  expect(scrollTopFor(tops, 0, { top: 20, height: 60 })).toBe(0);
  expect(scrollTopFor(tops, 3, { top: 20, height: 60 })).toBe(40);
  expect(scrollTopFor(tops, 4, { top: 0, height: 30 })).toBe(100);
});
