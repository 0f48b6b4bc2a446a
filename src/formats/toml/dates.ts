import { Literal } from '../../model/value.ts';
import type { Cursor } from './cursor.ts';
import { TomlError } from './problem.ts';

const LEAP_SECOND = 60;

/** The date that starts at `start`, with its time if any; the cursor is after the year. */
export function readDate(cursor: Cursor, start: number): Literal {
  const { text } = cursor;
  const year = Number(text.slice(start, cursor.at));
  cursor.at += 1;
  const month = readPair(cursor);
  expect(cursor, '-');
  const day = readPair(cursor);
  if (!isDate(year, month, day)) throw new TomlError('date', cursor.at - 1);
  const separator = text[cursor.at] ?? '';
  if (!/[Tt]/.test(separator) && !(separator === ' ' && /^\d\d/.test(text.slice(cursor.at + 1, cursor.at + 3))))
    return literal(cursor, start);
  cursor.at += 1;
  const hourAt = cursor.at;
  readPair(cursor);
  readClock(cursor, hourAt);
  const zone = text[cursor.at] ?? '';
  if (/[Zz]/.test(zone)) cursor.at += 1;
  else if (zone === '+' || zone === '-') readOffset(cursor);
  return literal(cursor, start);
}

/** The time that starts at `start`; the cursor is after the hour. */
export function readTime(cursor: Cursor, start: number): Literal {
  readClock(cursor, start);
  return literal(cursor, start);
}

function literal({ text, at }: Cursor, start: number): Literal {
  return new Literal('datetime', text.slice(start, at));
}

/** Minutes and optional seconds. */
function readClock(cursor: Cursor, hourAt: number): void {
  const { text } = cursor;
  const hour = Number(text.slice(hourAt, cursor.at));
  expect(cursor, ':');
  const minute = readPair(cursor);
  if (text[cursor.at] !== ':') {
    if (!isTime(hour, minute, 0)) throw new TomlError('time', cursor.at);
    return;
  }
  cursor.at += 1;
  const second = readPair(cursor);
  if (!isTime(hour, minute, second)) throw new TomlError('time', cursor.at - 1);
  if (text[cursor.at] !== '.') return;
  cursor.at += 1;
  if (!isDigitAt(cursor)) throw new TomlError('character', cursor.at);
  while (isDigitAt(cursor)) cursor.at += 1;
}

function readOffset(cursor: Cursor): void {
  cursor.at += 1;
  const hour = readPair(cursor);
  expect(cursor, ':');
  const minute = readPair(cursor);
  if (!isTime(hour, minute, 0)) throw new TomlError('time', cursor.at - 1);
}

function readPair(cursor: Cursor): number {
  for (let count = 0; count < 2; count += 1) {
    if (!isDigitAt(cursor)) throw new TomlError('character', cursor.at);
    cursor.at += 1;
  }
  return Number(cursor.text.slice(cursor.at - 2, cursor.at));
}

function expect(cursor: Cursor, character: string): void {
  if (cursor.text[cursor.at] !== character) throw new TomlError('character', cursor.at);
  cursor.at += 1;
}

function isDigitAt({ text, at }: Cursor): boolean {
  const character = text[at] ?? '';
  return character >= '0' && character <= '9';
}

function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day <= (days[month - 1] as number);
}

function isTime(hour: number, minute: number, second: number): boolean {
  return hour < 24 && minute < 60 && second <= LEAP_SECOND;
}
