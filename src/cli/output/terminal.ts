import { isTerminal } from './standard-streams.ts';

/** Whether to print colors, by the usual environment variables and the terminal. */
export function wantsColor(): boolean {
  const { env } = process;
  if (env['NO_COLOR']) return false;
  if (isOn(env['FORCE_COLOR']) || isOn(env['CLICOLOR_FORCE'])) return true;
  return isTerminal('stdout') && env['TERM'] !== 'dumb';
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/**
 * A locale with an encoding other than UTF-8 cannot show our symbols. A missing locale is common in containers and
 * means nothing.
 */
export function wantsAscii(): boolean {
  const { env, platform } = process;
  if (platform === 'win32') return false;
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8';
  return !/utf-?8/i.test(locale);
}

const signs: Readonly<Record<string, string>> = {
  '✓': '+',
  '✗': 'x',
  '·': '.',
  '•': '*',
  '…': '...',
  '→': '->',
  '├': '|',
  '└': '`',
  '─': '-',
  '\ufffd': '?',
  // The signs of prompts.
  '◆': '*',
  '■': 'x',
  '▲': '!',
  '◇': 'o',
  '│': '|',
  '┌': '+',
  '●': '>',
  '○': ' ',
  '◻': '-',
  '◼': '+',
  '▪': '*',
  '█': '_',
  '↑': '^',
  '↓': 'v',
  '←': '<',
};

// Built from the table, since the bundler escapes such characters in strings but not in patterns.
const anySign = new RegExp(Object.keys(signs).join('|'), 'g');

/** Replaces our symbols and those of prompts by ASCII. */
export function toAscii(text: string): string {
  return text.replaceAll(anySign, (sign) => signs[sign] ?? sign);
}
