import type { Look } from './look.ts';
import type { TopLine, TopServer } from './top-server.ts';
import { stateInWords } from './top-words.ts';
import { padded, widthOf } from './width.ts';
import { wrap } from './wrap.ts';

/** All there is to know about a server, on lines of this width. */
export function detailsText(server: TopServer, now: Date, width: number, look: Look): string[] {
  const { facts, failure, tools } = server;
  const rows: (readonly [string, string])[] = [
    ['state', stateInWords(server, now)],
    ...facts,
    ...(tools && tools.length > 0 ? [['tools', tools.join(', ')] as const] : []),
  ];
  const labels = rows.reduce((widest, [label]) => Math.max(widest, widthOf(label)), 0);
  const told = rows.flatMap(([label, text]) => {
    const [first = '', ...more] = wrap(look.line(text), Math.max(10, width - labels - 2));
    return [
      `${look.paint('dim', padded(label, labels))}  ${first}`,
      ...more.map((line) => padded('', labels + 2) + line),
    ];
  });
  if (!failure) return told;
  const paragraph = (text: string, style: 'red' | 'yellow' | 'dim'): string[] =>
    wrap(look.line(text), width).map((line) => look.paint(style, line));
  return [
    ...paragraph(failure.message, 'red'),
    ...(failure.tip === undefined ? [] : paragraph(`Tip: ${failure.tip}`, 'yellow')),
    ...failure.stderr.flatMap((line) => paragraph(`  ${line}`, 'dim')),
    '',
    ...told,
  ];
}

/** What happened with a server, the newest last. */
export function logText({ log }: TopServer, width: number, look: Look): string[] {
  if (log.length === 0) return [look.paint('dim', 'Nothing has been noted yet.')];
  return log.flatMap((line) => {
    const text = `${clock(line.time)}  ${look.line(line.text)}`;
    return wrap(text, width).map((part) => (line.level === 'info' ? part : look.paint(styleOf(line), part)));
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
