/** What the terminal can show, as far as the environment tells. */
export function wantsColour(): boolean {
  const { env } = process;
  if (env['NO_COLOR']) return false;
  if (isOn(env['FORCE_COLOR']) || isOn(env['CLICOLOR_FORCE'])) return true;
  return process.stdout.isTTY && env['TERM'] !== 'dumb';
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
};

/** The text with our own signs spelled in ASCII. */
export function inAscii(text: string): string {
  return text.replaceAll(/[✓✗·•…→├└─]/g, (sign) => signs[sign] ?? sign);
}
