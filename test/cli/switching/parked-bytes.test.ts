import { describe, expect, it } from 'vitest';
import { clients } from '../../../src/clients/registry.ts';
import { hasSwitchInEntry, switchOf } from '../../../src/clients/switches.ts';
import type { Client } from '../../../src/clients/types.ts';
import { askInProcess } from '../support/in-process.ts';
import { machine, type Machine } from '../support/machine.ts';

interface Case {
  readonly place: string;
  readonly format: string;
  /** What parks the entry although the client has a switch. */
  readonly flags: readonly string[];
}

/** Every file in which a disabled server is parked. */
const cases = Object.values<Client>(clients).flatMap((client): Case[] =>
  client.locations.flatMap(({ scope, format, variant, unread }) => {
    if ((scope !== 'user' && scope !== 'project') || variant !== undefined || unread || client.verbatim) return [];
    const [shape] = client.shapes;
    const hasSwitch = (shape && hasSwitchInEntry(shape)) || switchOf(client, { scope, project: '/p' }) !== undefined;
    if (hasSwitch && (client.id !== 'claude-code' || scope !== 'user')) return [];
    return [{ place: `${client.id}:${scope}`, format, flags: hasSwitch ? ['--everywhere'] : [] }];
  }),
);

const names = ['alpha', 'beta', 'gamma'];

/** A file as a person writes it: odd spacing, numbers in another spelling, and comments where there can be some. */
async function written(here: Machine, { place, format }: Case): Promise<{ name: string; text: string }> {
  for (const one of names)
    expect((await askInProcess(here, ['add', one, '--to', place, '--yes', '--', `run-${one}`])).code).toBe(0);
  const name = Object.keys(here.files()).find((file) => here.read(file).includes('run-alpha')) ?? '';
  const { start, number } = notes[format.startsWith('json') ? 'json' : format] ?? {};
  let text = here.read(name);
  for (const one of names) {
    if (format !== 'json')
      text = text.replace(start?.(one) ?? '', (found) => `${indentOf(found)}${mark(format)} about ${one}\n${found}`);
    text = text.replace(
      number?.(one) ?? '',
      '$&' + (format === 'toml' ? '\nratio = 1.50' : format === 'yaml' ? '\n$1ratio: 1.50' : ',   "ratio": 1.50e0'),
    );
  }
  return { name, text };
}

const notes: Readonly<Record<string, { start(name: string): RegExp; number(name: string): RegExp }>> = {
  json: {
    start: (name) => new RegExp(`^[ \\t]*"${name}".*$`, 'm'),
    number: (name) => new RegExp(`"command": "run-${name}"`),
  },
  toml: {
    start: (name) => new RegExp(`^\\[.*${name}\\]$`, 'm'),
    number: (name) => new RegExp(`^command = "run-${name}"$`, 'm'),
  },
  yaml: {
    start: (name) => new RegExp(`^ *(?:- name: )?${name}:?$`, 'm'),
    number: (name) => new RegExp(`^( *)(?:command|cmd): "?run-${name}"?$`, 'm'),
  },
};

function mark(format: string): string {
  return format.startsWith('json') ? '//' : '#';
}

function indentOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? '';
}

/** Edits of a text that are possible with and without the parked entry. */
function edits(text: string, parked: string, format: string): Readonly<Record<string, string>> {
  const comment = format === 'json' ? '\n' : `${mark(format)} mine\n`;
  const others = names.filter((one) => one !== parked);
  return {
    'the other entries': others.reduce((all, one) => all.replace(`run-${one}`, `changed-${one}`), text),
    'the first and the last line': `${comment}${text}${comment}`,
  };
}

describe.each(cases)('$place $flags', (one) => {
  it.each(['alpha', 'gamma'])('gives the bytes of %s back, beside an edit of', async (parked) => {
    const here = machine();
    const made = await written(here, one);
    expect(made.text.match(/1\.50/g)).toHaveLength(3);
    expect(made.text.match(/about \w+/g) ?? []).toHaveLength(one.format === 'json' ? 0 : 3);
    for (const kind of Object.keys(edits(made.text, parked, one.format))) {
      here.write(made.name, made.text);
      const off = await askInProcess(here, ['disable', parked, '--in', one.place, ...one.flags, '--yes']);
      expect([kind, off.code, here.read(made.name).includes(`run-${parked}`)]).toEqual([kind, 0, false]);
      here.write(made.name, edits(here.read(made.name), parked, one.format)[kind] ?? '');
      const on = await askInProcess(here, ['enable', parked, '--in', one.place, ...one.flags, '--yes']);
      expect([kind, on.code, here.read(made.name)]).toEqual([kind, 0, edits(made.text, parked, one.format)[kind]]);
    }
  });

  it('gives the text of an entry back where its neighbors are others by now', async () => {
    const here = machine();
    const made = await written(here, one);
    here.write(made.name, made.text);
    await askInProcess(here, ['disable', 'beta', '--in', one.place, ...one.flags, '--yes']);
    await askInProcess(here, ['disable', 'gamma', '--in', one.place, ...one.flags, '--yes']);
    await askInProcess(here, ['remove', 'alpha', '--from', one.place, '--yes']);
    await askInProcess(here, ['add', 'delta', '--to', one.place, '--yes', '--', 'run-delta']);
    const on = await askInProcess(here, ['enable', 'beta', '--in', one.place, ...one.flags, '--yes']);
    const text = here.read(made.name);
    expect([on.code, text.match(/1\.50/g), text.match(/run-\w+/g)?.toSorted()]).toEqual([
      0,
      ['1.50'],
      ['run-beta', 'run-delta'],
    ]);
    if (one.format !== 'json') expect(text).toContain('about beta');
    const { data } = await askInProcess(here, ['list', '--client', one.place.split(':')[0] ?? '']);
    expect(data.servers.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['beta', 'delta']));
  });
});

it('covers every format of such clients', () => {
  expect([...new Set(cases.map(({ format }) => format))].toSorted()).toEqual(['json', 'jsonc', 'yaml']);
});
