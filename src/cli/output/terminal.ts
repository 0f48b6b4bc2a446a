import { isTerminal } from './standard-streams.ts';

/** What the terminal can show, as far as the environment tells. */
export function wantsColour(): boolean {
  const { env } = process;
  if (env['NO_COLOR']) return false;
  if (isOn(env['FORCE_COLOR']) || isOn(env['CLICOLOR_FORCE'])) return true;
  return isTerminal('stdout') && env['TERM'] !== 'dumb';
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** A locale that names another encoding than UTF-8 cannot show our signs. None at all is usual in containers and says nothing. */
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
};

// Made from the table, since the build escapes such characters in texts but not in patterns.
const anySign = new RegExp(Object.keys(signs).join('|'), 'g');

/** The text with our own signs spelled in ASCII. */
export function inAscii(text: string): string {
  return text.replaceAll(anySign, (sign) => signs[sign] ?? sign);
}
