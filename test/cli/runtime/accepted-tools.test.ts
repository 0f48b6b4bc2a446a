import { describe, expect, it } from 'vitest';
import type { Machine } from '../support/machine.ts';
import { type Definition, machineWith, toolbox } from './support/servers.ts';

const cursor = '~/.cursor/mcp.json';

class Box {
  readonly here: Machine = machineWith({});
  readonly definition: Definition = toolbox({ env: { TOOLS_FILE: this.here.path('tools.json') } });

  constructor(file = cursor) {
    this.describe('Adds.');
    this.define({ box: this.definition }, file);
  }

  describe(add: string): void {
    this.here.write('tools.json', JSON.stringify({ add: { description: add } }));
  }

  define(mcpServers: Readonly<Record<string, Definition>>, file = cursor): void {
    this.here.write(file, JSON.stringify({ mcpServers }));
  }

  accept(...flags: string[]): void {
    if (this.do('tools', 'box', ...flags).includes('changed since it was accepted'))
      throw new Error('box was not accepted');
  }

  /** What was said; it has to succeed. */
  do(...args: string[]): string {
    const { code, stdout, stderr } = this.here.run([...args, '--yes']);
    if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}: ${stderr}`);
    return stdout + stderr;
  }

  tools(name: string, ...flags: string[]): string {
    return this.do('tools', name, '--refresh', ...flags);
  }
}

const changed = (name: string): string => `${name}: changed since it was accepted: add changed (description)`;

describe('tools stay accepted, and what changes is a difference,', () => {
  const ways: [way: string, name: string, go: (box: Box) => void, flags?: readonly string[]][] = [
    ['after rename', 'crate', (box) => void box.do('rename', 'box', 'crate', '--in', 'cursor')],
    ['after a rename by hand', 'crate', (box) => box.define({ crate: box.definition })],
    ['after clone', 'crate', (box) => void box.do('clone', 'box', 'crate', '--in', 'cursor')],
    [
      'after copy to another client',
      'box',
      (box) => void box.do('copy', 'box', '--from', 'cursor', '--to', 'claude-code', '--scope', 'user'),
      ['--client', 'claude-code'],
    ],
    [
      'after a rename and a copy with --move',
      'crate',
      (box) => {
        box.do('rename', 'box', 'crate', '--in', 'cursor');
        box.do('copy', 'crate', '--from', 'cursor', '--to', 'opencode', '--scope', 'user', '--move');
      },
    ],
    [
      'after import into the catalog under another name',
      'crate',
      (box) => {
        box.do('import', 'cursor');
        box.do('rename', 'box', 'crate');
      },
    ],
    [
      'after disable and enable, which take it out of its file and put it back,',
      'box',
      (box) => {
        box.do('disable', 'box', '--in', 'cursor');
        box.do('enable', 'box', '--in', 'cursor');
      },
    ],
    [
      'after undo of a rename',
      'box',
      (box) => {
        box.do('rename', 'box', 'crate', '--in', 'cursor');
        box.tools('crate');
        box.do('undo');
      },
    ],
    [
      'after undo and redo of a rename',
      'crate',
      (box) => {
        box.do('rename', 'box', 'crate', '--in', 'cursor');
        const redo = /Redo with: plugboard undo (\w+)/.exec(box.do('undo'))?.[1] ?? '';
        box.do('undo', redo);
      },
    ],
    [
      'after remove and undo',
      'box',
      (box) => {
        box.do('remove', 'box', '--from', 'cursor');
        box.do('undo');
      },
    ],
    [
      'after an edit of its values and a rename',
      'crate',
      (box) => {
        box.do('edit', 'box', '--in', 'cursor', '--set', 'env.MORE=1');
        box.tools('box');
        box.do('rename', 'box', 'crate', '--in', 'cursor');
      },
    ],
  ];

  it.each(ways)('%s', (_, name, go, flags = []) => {
    const box = new Box();
    box.accept();
    go(box);
    box.describe('Adds, and sends the sum to somebody else.');
    expect(box.tools(name, ...flags)).toContain(changed(name));
  });

  it('also when the difference was there before the rename', () => {
    const box = new Box();
    box.accept();
    box.describe('Other words.');
    expect(box.tools('box')).toContain(changed('box'));
    box.do('rename', 'box', 'crate', '--in', 'cursor');
    expect(box.tools('crate')).toContain(changed('crate'));
    box.do('reload', 'crate', '--accept');
    expect(box.tools('crate')).not.toContain('changed since it was accepted');
  });

  it('also when a new version of the server brought the difference, and then it was renamed', () => {
    const box = new Box();
    box.accept();
    box.describe('Other words.');
    box.define({ box: { ...box.definition, args: [...(box.definition.args ?? []), '--new'] } });
    expect(box.tools('box')).toContain(changed('box'));
    box.do('rename', 'box', 'crate', '--in', 'cursor');
    expect(box.tools('crate')).toContain(changed('crate'));
  });

  it('after copy from a project to a file of your own', () => {
    const box = new Box('.mcp.json');
    box.define({});
    const { errors } = box.here.ask(['tools', 'box']);
    const { fingerprint } = (errors[0] as unknown as { definition: { fingerprint: string } }).definition;
    box.do('approve', fingerprint);
    box.accept();
    box.do('copy', 'box', '--from', 'claude-code:project', '--to', 'cursor:user', '--move');
    box.do('rename', 'box', 'crate', '--in', 'cursor');
    box.describe('Other words.');
    expect(box.tools('crate')).toContain(changed('crate'));
  });
});

describe('another server that takes a name', () => {
  const warning =
    'box: changed since it was accepted: the name belonged to another server, so none of its tools is accepted';

  /** The same tools, word by word, by another program. */
  function other(box: Box): Definition {
    const copy = box.here.path('other.mjs');
    const original = box.definition.args?.[0] ?? '';
    box.here.write('other.mjs', `await import(${JSON.stringify(original)});`);
    return { ...box.definition, args: [copy] };
  }

  it.each([
    ['after its server was renamed', (box: Box) => void box.do('rename', 'box', 'crate', '--in', 'cursor')],
    ['after its server was removed', (box: Box) => void box.do('remove', 'box', '--from', 'cursor')],
    ['in place of its server', () => {}],
  ])('inherits no acceptance, %s', (_, go) => {
    const box = new Box();
    box.accept();
    go(box);
    const { mcpServers } = JSON.parse(box.here.read(cursor) || '{}');
    box.define({ ...mcpServers, box: other(box) });
    expect(box.tools('box')).toContain(warning);
    const call = ['call', 'box', 'add', 'a=1', 'b=2'];
    expect(box.here.run(call)).toMatchObject({ code: 5, stdout: '' });
    box.do('rename', 'box', 'chest', '--in', 'cursor');
    expect(box.tools('chest')).toContain('none of its tools is accepted');
    box.do('rename', 'chest', 'box', '--in', 'cursor');
    box.do('reload', 'box', '--accept');
    expect(box.here.run(call)).toMatchObject({ code: 0, stdout: '3\n' });
  });

  it('does not take the acceptance of the one that had it', () => {
    const box = new Box();
    box.accept();
    const { mcpServers } = JSON.parse(box.here.read(cursor));
    box.define({ box: other(box) });
    expect(box.tools('box')).toContain(warning);
    box.define(mcpServers);
    expect(box.tools('box')).not.toContain('changed since it was accepted');
  });
});
