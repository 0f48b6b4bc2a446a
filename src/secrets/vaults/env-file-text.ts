/**
 * One variable per line, quoted so that a shell, Docker and the usual readers of `.env` files read the same value: plain
 * if possible, else in single quotes, which no reader expands, else in double quotes with escapes.
 */
export function envLine(name: string, value: string): string {
  if (/^[\w./:@%+,=-]+$/.test(value)) return `${name}=${value}`;
  if (!/['\r\n]/.test(value)) return `${name}='${value}'`;
  const escaped = value
    .replaceAll(/[\\"$`]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\r', String.raw`\r`);
  return `${name}="${escaped}"`;
}

/** The value of a variable; the last line counts. */
export function valueIn(text: string, name: string): string | undefined {
  const line = text.split(/\r?\n/).findLast((one) => nameOf(one) === name);
  return line === undefined ? undefined : unquoted(line.slice(line.indexOf('=') + 1).trim());
}

/** The text without a variable. It ends with a line break, unless it is empty. */
export function withoutLine(text: string, name: string): string {
  const kept = text.split('\n').filter((line) => nameOf(line) !== name);
  const rest = kept.join('\n');
  return rest === '' || rest.endsWith('\n') ? rest : `${rest}\n`;
}

function nameOf(line: string): string | undefined {
  return /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/.exec(line)?.[1];
}

function unquoted(text: string): string {
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (!/^".*"$/s.test(text)) return text;
  const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r' };
  return text.slice(1, -1).replaceAll(/\\(.)/g, (_, character: string) => controls[character] ?? character);
}
