import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { machine, type Machine } from './support/machine.ts';
import { lacks, lacksTyping, shellBox } from './support/shells.ts';

const servers = (...names: readonly string[]): string =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])) });

/** Names that would do something if a shell ever took them for more than text. */
const hostile = ['$(touch pwned)', '`touch pwned`', 'a;touch pwned', 'b|touch pwned', "c'&touch pwned&'", 'd"x', '-rf'];

function withHostileNames(): Machine {
  return machine({
    '.mcp.json': servers('github', 'gitlab', 'my server', 'e\ntouch pwned', ...hostile),
    'notes.txt': '',
    'folder/inside.txt': '',
  });
}

describe.each(['bash', 'zsh', 'fish'] as const)('Tab in %s', (shell) => {
  /** What is typed, and what it becomes. */
  const cases: readonly (readonly [string, string])[] = [
    ['plugboard rena', 'plugboard rename '],
    ['plug clie', 'plug clients '],
    ['plugboard get gith', 'plugboard get github '],
    ['plugboard get my', String.raw`plugboard get my\ server `],
    [String.raw`plugboard get my\ s`, String.raw`plugboard get my\ server `],
    ['plugboard remove github --fr', 'plugboard remove github --from '],
    ['plugboard add x --to claude-code:proj', 'plugboard add x --to claude-code:project '],
    ['plugboard add x --to codex,claude-d', 'plugboard add x --to codex,claude-desktop '],
    ['plugboard add x --to=claude-d', 'plugboard add x --to=claude-desktop '],
    ['plugboard add x --scope proj', 'plugboard add x --scope project '],
    ['plugboard validate note', 'plugboard validate notes.txt '],
    ['plugboard import note', 'plugboard import notes.txt '],
    ['plugboard import claude-d', 'plugboard import claude-desktop '],
    ['plugboard --cwd fold', 'plugboard --cwd folder/'],
    ['plugboard --cwd=fold', 'plugboard --cwd=folder/'],
    ['plugboard add x -- plugboar', 'plugboard add x -- plugboard '],
    ['plugboard add x -- plugboard clie', 'plugboard add x -- plugboard clients '],
    ['plugboard completion po', 'plugboard completion powershell '],
    ['plugboard rename github gith', 'plugboard rename github gith'],
  ];

  it('completes for a person who types', ({ skip }) => {
    const why = lacksTyping(shell);
    if (why) skip(why);
    // Without bash-completion, bash knows only files behind the name of another command.
    const able = cases.filter(([typed]) => shell !== 'bash' || !typed.endsWith('-- plugboard clie'));
    const { lines } = shellBox(shell, withHostileNames()).pressTab(able.map(([typed]) => typed));
    expect(lines).toEqual(able.map(([, completed]) => completed));
  });

  it('types hostile names as mere text, and runs nothing', ({ skip }) => {
    const why = lacksTyping(shell);
    if (why) skip(why);
    const box = withHostileNames();
    // A line that is completed to the name of one server, entered, must ask for exactly that server.
    const typed = [String.raw`\$`, '\\`', String.raw`a\;`, String.raw`b\|`, String.raw`c\'`, String.raw`d\"`];
    const { lines } = shellBox(shell, box).pressTab(typed.map((start) => `plugboard get ${start}`));
    expect(lines).toHaveLength(typed.length);
    const { run } = shellBox(shell, box);
    for (const [index, line] of lines.entries()) {
      expect(run(line.replace('plugboard get', "printf '%s'"))).toBe(hostile[index]);
    }
    expect(existsSync(box.path('pwned'))).toBe(false);
  });
});

describe('bash', () => {
  /** What COMPREPLY holds when bash has split the line into these words. */
  function reply(box: Machine, line: string, words: readonly string[], current = words.at(-1) ?? ''): string[] {
    const { script, run } = shellBox('bash', box);
    const quoted = words.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}'`).join(' ');
    const text = `source '${script}'; COMP_LINE='${line.replaceAll("'", String.raw`'\''`)}'; COMP_POINT=\${#COMP_LINE}
      COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}
      _plugboard plugboard '${current}' ''; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run(text).split('\n').slice(0, -1);
  }

  it('offers names, and what follows a colon or an equals sign on its own', ({ skip }) => {
    const why = lacks('bash');
    if (why) skip(why);
    const box = withHostileNames();
    expect(reply(box, 'plugboard get git', ['plugboard', 'get', 'git'])).toEqual(['github', 'gitlab']);
    const scoped = ['plugboard', 'add', '--to', 'claude-code', ':'];
    expect(reply(box, 'plugboard add --to claude-code:', scoped, '')).toEqual(['user', 'project', 'local']);
    const attached = ['plugboard', 'add', '--scope', '=', 'us'];
    expect(reply(box, 'plugboard add --scope=us', attached)).toEqual(['user']);
  });

  it('quotes hostile names and runs nothing', ({ skip }) => {
    const why = lacks('bash');
    if (why) skip(why);
    const box = withHostileNames();
    const offered = reply(box, 'plugboard get ', ['plugboard', 'get', '']);
    expect(offered).toContain(String.raw`\$\(touch\ pwned\)`);
    expect(offered).toContain(String.raw`a\;touch\ pwned`);
    // Inside quotes that quoting would be wrong, so only plain names are offered.
    expect(reply(box, 'plugboard get "', ['plugboard', 'get', '"'], '')).toEqual(['github', 'gitlab']);
    expect(existsSync(box.path('pwned'))).toBe(false);
  });
});

describe('descriptions', () => {
  it('are shown by zsh', ({ skip }) => {
    const why = lacks('zsh');
    if (why) skip(why);
    const { shown } = shellBox('zsh', withHostileNames()).pressTab(['plugboard get git']);
    expect(shown).toMatch(/github +-- \.mcp\.json of a project \(project\)/);
  });

  it('are shown by fish', ({ skip }) => {
    const why = lacks('fish');
    if (why) skip(why);
    const { script, run } = shellBox('fish', withHostileNames());
    expect(run(`source ${script}; complete -C 'plugboard get git'`)).toBe(
      'github\t.mcp.json of a project (project)\ngitlab\t.mcp.json of a project (project)\n',
    );
  });
});

it('works in zsh from the function path too', ({ skip }) => {
  const why = lacks('zsh');
  if (why) skip(why);
  const { script, run } = shellBox('zsh', withHostileNames());
  const text = `fpath=(~/functions $fpath); mkdir ~/functions; cp ${script} ~/functions/_plugboard
    autoload -Uz compinit; compinit -u -D; print $_comps[plugboard] $_comps[plug]`;
  expect(run(text)).toBe('_plugboard _plugboard\n');
});
