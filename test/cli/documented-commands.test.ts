import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pages as allPages, root } from '../support/pages.ts';
import { outcomeOf, wordsIn } from './support/idle-program.ts';

const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
/** Without the page on commands, which is generated and tested with the help. */
const pages = allPages.filter((path) => !['CHANGELOG.md', 'docs/cli.md'].includes(path));

interface Shown {
  readonly line: string;
  /** A command in running text may be shortened; one in a block is complete. */
  readonly isWhole: boolean;
}

const START = String.raw`(?:\$ )?(?:npm start (?:-s )?-- |plugboard |plug )`;

function commandsIn(text: string): Shown[] {
  const blocks = Array.from(text.matchAll(/^```(?:sh|text|console)\n(.*?)^```/gms), ([, block = '']) => block);
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'));
  const whole = lines.filter((line) => new RegExp(`^${START}`).test(line)).map((line) => ({ line, isWhole: true }));
  const around = text.replaceAll(/^```.*?^```/gms, '');
  const inline = Array.from(around.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
    .filter((code) => new RegExp(`^${START}`).test(code))
    .map((line) => ({ line, isWhole: false }));
  return [...whole, ...inline];
}

/** The arguments of the program, with a word for each placeholder. */
function argumentsIn(line: string): string[] {
  const command = line.replace(new RegExp(`^${START}`), '').replace(/\s+#\s.*$/, '');
  const [first = ''] = command.split(/\s(?:&&|\|\|?|;)\s/);
  return wordsIn(first.replaceAll(/<([^<>]+)>/g, 'word')).filter((word) => word !== '…' && word !== '--help');
}

/** Why a command of a page cannot be run; undefined if it can. */
async function problemOf({ line, isWhole }: Shown): Promise<string | undefined> {
  const words = argumentsIn(line);
  if (words.length === 0 || words[0]?.startsWith('-')) return undefined;
  const outcome = await outcomeOf(words);
  if (outcome === 'parsed' || ((!isWhole || line.includes('…')) && /missing|not specified/.test(outcome)))
    return undefined;
  return `${line}: ${outcome}`;
}

const scripts = new Set(Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts));

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('shows only commands that exist, with options that they have', async () => {
    const problems: string[] = [];
    for (const command of commandsIn(text)) problems.push((await problemOf(command)) ?? '');
    expect(problems.filter((problem) => problem !== '')).toEqual([]);
  });

  it('names only scripts and files of the repository that exist', () => {
    const named = Array.from(text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g), ([, name = '']) => name);
    expect(named.filter((name) => !scripts.has(name))).toEqual([]);
    const files = Array.from(
      text.matchAll(/\bnode (?:scripts\/run-ts\.mjs )?([\w./-]+\.m?[jt]s)\b/g),
      ([, path = '']) => path,
    );
    const known = (path: string): boolean => existsSync(`${root}${path}`) || path.startsWith('dist/');
    expect(
      files.filter((path) => /^(?:scripts|bench|fuzz|conformance|examples|test)\//.test(path) && !known(path)),
    ).toEqual([]);
  });
});

describe('the check of commands', () => {
  it('reads blocks and running text, and leaves out comments, placeholders and what follows a pipe', () => {
    const text = 'Run `plugboard add`.\n```sh\nnpm start -- list   # all\n$ plugboard get <name> | less\n```\n';
    const found = commandsIn(text);
    expect(found.map(({ line }) => argumentsIn(line))).toEqual([['list'], ['get', 'word'], ['add']]);
    expect(found.map(({ isWhole }) => isWhole)).toEqual([true, true, false]);
  });

  it('sees what does not exist', async () => {
    expect(await problemOf({ line: 'plugboard lst', isWhole: false })).toContain('unknown command');
    expect(await problemOf({ line: 'plugboard list --no-such', isWhole: false })).toContain('unknown option');
    expect(await problemOf({ line: 'plugboard get', isWhole: true })).toContain('missing');
    expect(await problemOf({ line: 'plugboard get', isWhole: false })).toBeUndefined();
  });
});
