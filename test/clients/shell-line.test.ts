import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../src/clients/read-document.ts';
import { readEntry } from '../../src/clients/read-entry.ts';
import { clients } from '../../src/clients/registry.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
import type { ValueMap } from '../../src/model/value.ts';

const client = clients.auggie;
const shape = shapeOf(client, undefined);

const words = [
  '${UNSET_X:-$(echo run)}',
  '${UNSET_X:-`echo run`}',
  '${UNSET_X:-"; echo run; "}',
  "${UNSET_X:-'; echo run; '}",
  '${UNSET_X:-a\\b}',
  'a ${UNSET_X:-b c} $(echo run)',
  '${UNSET_X:-!x}',
  "it's ${UNSET_X:-plain}",
];

/** As its source does it: references become their defaults in the line, which a shell reads then. */
function started({ command, args }: ValueMap): string[] {
  const line = [command as string, ...(args as string[])].join(' ');
  const expanded = line.replaceAll(/(?<!\\)\$\{[A-Za-z_]\w*(?::-([\s\S]*?))?\}/g, (_, fallback = '') =>
    String(fallback),
  );
  const { stdout } = spawnSync('/bin/sh', ['-c', expanded], { encoding: 'utf8' });
  return stdout.split('\n').slice(0, -1);
}

describe.skipIf(process.platform === 'win32')('a line that the client runs in a shell', () => {
  it.each(words)('has the default of a reference as text: %s', (word) => {
    const server = { command: 'printf', args: ['%s\\n', word] };
    const { native } = writeEntry(client, shape, 'new', server, { scope: 'user' });
    const text = word.replaceAll(/\$\{UNSET_X:-([^}]*)\}/g, '$1');
    expect(started(native ?? {})).toEqual([text]);
    expect(readEntry(client, shape, native ?? {}).server.args).toEqual(server.args);
  });
});
