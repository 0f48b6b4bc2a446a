import type { Theme } from '../theme.ts';
import { padded, widthOf } from '../width.ts';
import { wrap } from '../wrap.ts';
import type { TopLine, TopServer } from './top-server.ts';
import { stateInWords } from './top-words.ts';

/** All details of a server, wrapped to a width. */
export function detailsText(server: TopServer, now: Date, width: number, theme: Theme): string[] {
  const { facts, failure, tools } = server;
  const rows: (readonly [string, string])[] = [
    ['state', stateInWords(server, now)],
    ...facts,
    ...(tools && tools.length > 0 ? [['tools', tools.join(', ')] as const] : []),
  ];
  const labels = rows.reduce((widest, [label]) => Math.max(widest, widthOf(label)), 0);
  const lines = rows.flatMap(([label, text]) => {
    const [first = '', ...more] = wrap(theme.line(text), Math.max(10, width - labels - 2));
    return [
      `${theme.paint('dim', padded(label, labels))}  ${first}`,
      ...more.map((line) => padded('', labels + 2) + line),
    ];
  });
  if (!failure) return lines;
  const paragraph = (text: string, style: 'red' | 'yellow' | 'dim'): string[] =>
    wrap(theme.line(text), width).map((line) => theme.paint(style, line));
  return [
    ...paragraph(failure.message, 'red'),
    ...(failure.tip === undefined ? [] : paragraph(`Tip: ${failure.tip}`, 'yellow')),
    ...failure.stderr.flatMap((line) => paragraph(`  ${line}`, 'dim')),
    '',
    ...lines,
  ];
}

/** The log of a server, newest last. */
export function logText({ log }: TopServer, width: number, theme: Theme): string[] {
  if (log.length === 0) return [theme.paint('dim', 'No log entries yet.')];
  return log.flatMap((line) => {
    const text = `${clock(line.time)}  ${theme.line(line.text)}`;
    return wrap(text, width).map((part) => (line.level === 'info' ? part : theme.paint(styleOf(line), part)));
  });
}

function styleOf({ level }: TopLine): 'red' | 'yellow' | 'dim' {
  if (level === 'error') return 'red';
  return level === 'warning' ? 'yellow' : 'dim';
}

export function clock(time: Date): string {
  return [time.getHours(), time.getMinutes(), time.getSeconds()]
    .map((number) => String(number).padStart(2, '0'))
    .join(':');
}
