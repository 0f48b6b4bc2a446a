import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src/cli/program/command-table.ts';
import { examplesOf } from '../../src/cli/program/examples.ts';
import { ExitCode } from '../../src/cli/program/exit-code.ts';
import { idle, outcomeOf, wordsIn } from './support/idle-program.ts';
import { machine } from './support/machine.ts';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

/** A command and those below it. */
function family(command: Command): Command[] {
  return [command, ...command.commands.flatMap(family)];
}

describe.each(commandTable.map(({ name, summary }) => ({ name, summary })))('plugboard $name', ({ name, summary }) => {
  it('has a help with its summary and at least two examples', () => {
    const { code, stdout, stderr } = machine().run([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(summary);
    expect(stdout.split('Examples:')[1]?.match(/^ {2}plugboard .+$/gm)?.length).toBeGreaterThanOrEqual(2);
  });

  it('has only examples that can be parsed', async () => {
    const program = await idle(name);
    const command = program.commands.find((one) => one.name() === name) as Command;
    const examples = family(command).flatMap(examplesOf);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const example of examples) {
      const words = wordsIn(example);
      expect(words[0]).toBe(name);
      const outcome = await outcomeOf(words);
      expect({ example, outcome }).toEqual({ example, outcome: 'parsed' });
    }
  });

  it('is on the page', async () => {
    expect(page).toContain(`\n## ${name}\n\n${summary}`);
    const program = await idle(name);
    for (const command of family(program.commands.find((one) => one.name() === name) as Command)) {
      for (const { flags } of command.options) expect(page).toContain(`\`${flags}\``);
      for (const example of examplesOf(command)) expect(page).toContain(`plugboard ${example}\n`);
    }
  });
});

describe('the check of examples', () => {
  const parse = async (line: string): Promise<Command> =>
    (await idle('clients')).parseAsync(wordsIn(line), { from: 'user' });

  it('sees what does not exist', async () => {
    await expect(parse('clients --installed > file')).resolves.toBeDefined();
    await expect(parse('clients --no-such-option')).rejects.toThrow('unknown option');
    await expect(parse('no-such-command')).rejects.toThrow('unknown command');
    await expect(parse('clients too many words')).rejects.toThrow('too many arguments');
  });

  it('takes quoted words for one', () => expect(wordsIn('add \'a b\' "c" d < e')).toEqual(['add', 'a b', 'c', 'd']));
});

it('says on the page what every exit code means', () => {
  for (const code of Object.values(ExitCode)) expect(page).toMatch(new RegExp(`^\\| ${code} +\\| \\S`, 'm'));
});

it('leads somewhere with every link on the page', () => {
  const anchors = Array.from(page.matchAll(/\]\(#([^)]+)\)/g), ([, anchor = '']) => anchor);
  expect(anchors.length).toBeGreaterThanOrEqual(commandTable.length);
  for (const anchor of anchors) expect(page).toContain(`\n## ${anchor}\n`);
});
