import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../../src/api/contract/logs.ts';
import { LogBuffer } from '../../../web/src/pages/logs/log-buffer.ts';
import { everything, type LogFilter, matcherOf } from '../../../web/src/pages/logs/log-filter.ts';
import { isAtEnd, rowWindow, scrollToRow } from '../../../web/src/pages/logs/log-window.ts';

const line = (id: number, more: Partial<LogLine> = {}): LogLine => ({
  id,
  at: '2026-11-16T09:30:00.000Z',
  server: 'one',
  level: 'info',
  stream: 'stderr',
  text: `line ${id}`,
  ...more,
});

const ids = (buffer: LogBuffer): number[] => buffer.rows.map((row) => row.line.id);

describe('which lines are wanted', () => {
  const keeps = (filter: Partial<LogFilter>, more: Partial<LogLine>): boolean => {
    const matches = matcherOf({ ...everything, ...filter });
    return typeof matches === 'function' && matches(line(1, more));
  };

  it('goes by server, level, stream and text', () => {
    expect(keeps({ servers: ['two'] }, {})).toBe(false);
    expect(keeps({ servers: ['two', 'one'] }, {})).toBe(true);
    expect(keeps({ level: 'warning' }, { level: 'info' })).toBe(false);
    expect(keeps({ level: 'warning' }, { level: 'error' })).toBe(true);
    expect(keeps({ streams: ['protocol'] }, {})).toBe(false);
    expect(keeps({ text: 'LINE 1' }, {})).toBe(true);
    expect(keeps({ text: 'l.ne' }, {})).toBe(false);
    expect(keeps({ text: 'L.NE \\d', isPattern: true }, {})).toBe(true);
  });

  it('reports errors in a pattern', () => {
    expect(matcherOf({ ...everything, text: '(', isPattern: true })).toHaveProperty('problem');
  });
});

describe('the lines that are kept', () => {
  it('are the newest, each once', () => {
    const buffer = new LogBuffer(3);
    expect(buffer.add([line(1), line(2)])).toEqual({ added: 2, dropped: 0 });
    expect(buffer.add([line(2), line(3), line(4)])).toEqual({ added: 2, dropped: 1 });
    expect(ids(buffer)).toEqual([2, 3, 4]);
  });

  it('put an answer to its request, also when something came between, until they are unfolded', () => {
    const buffer = new LogBuffer();
    const call = { stream: 'protocol', pair: 'p' } as const;
    buffer.add([line(1, { ...call, direction: 'request' }), line(2)]);
    buffer.add([line(3, { ...call, direction: 'response', ms: 7 })]);
    expect(ids(buffer)).toEqual([1, 2]);
    expect(buffer.rows[0]?.answer?.ms).toBe(7);
    buffer.toggle('p');
    expect(ids(buffer)).toEqual([1, 2, 3]);
    expect(buffer.rows[2]?.isInner).toBe(true);
    expect(buffer.partnerOf(line(3, call))?.id).toBe(1);
    buffer.toggle('p');
    buffer.filter(() => true, false);
    expect(ids(buffer)).toEqual([1, 2, 3]);
  });

  it('follow the filter for existing and new lines', () => {
    const buffer = new LogBuffer();
    buffer.add([line(1), line(2, { level: 'error' })]);
    buffer.filter(({ level }) => level === 'error', true);
    buffer.add([line(3), line(4, { level: 'error' })]);
    expect(ids(buffer)).toEqual([2, 4]);
    buffer.clear();
    expect(ids(buffer)).toEqual([]);
    expect(buffer.add([line(4), line(5, { level: 'error' })]).added).toBe(1);
  });
});

describe('the rows that are in the page', () => {
  const view = { rows: 100_000, rowHeight: 24, scrollTop: 0, height: 600 };

  it('are those that are seen, and a few more', () => {
    expect(rowWindow(view)).toEqual({ first: 0, end: 34, offset: 0, total: 2_400_000 });
    expect(rowWindow({ ...view, scrollTop: 24_000 })).toMatchObject({ first: 992, end: 1034, offset: 992 * 24 });
    expect(rowWindow({ ...view, scrollTop: 9_999_999 }).end).toBe(100_000);
    expect(rowWindow({ ...view, rows: 3, scrollTop: 500 })).toEqual({ first: 0, end: 3, offset: 0, total: 72 });
  });

  it('can be brought into view', () => {
    expect(scrollToRow(0, { ...view, scrollTop: 100 })).toBe(0);
    expect(scrollToRow(50, view)).toBe(51 * 24 - 600);
    expect(scrollToRow(5, view)).toBeUndefined();
    expect(isAtEnd(view)).toBe(false);
    expect(isAtEnd({ ...view, scrollTop: 2_399_400 })).toBe(true);
  });
});
