import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { Output } from '../../src/cli/output/output.ts';
import { commandTable } from '../../src/cli/program/command-table.ts';
import { programFor } from '../../src/cli/program/create-program.ts';
import { examplesOf } from '../../src/cli/program/examples.ts';
import { ExitCode } from '../../src/cli/program/exit-code.ts';
import { machine } from './support/machine.ts';

// The build puts the version in place of this name; some commands ask for it as soon as they are loaded.
Object.assign(globalThis, { PLUGBOARD_VERSION: '' });

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

/** The words of a line as a shell would pass them on, up to where a redirection begins. */
function wordsIn(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const end = words.findIndex((word) => /^[<>|]/.test(word));
  return (end === -1 ? words : words.slice(0, end)).map((word) => word.replaceAll(/['"]/g, ''));
}

/** The command with what it says about itself, but which does nothing. */
async function idle(name: string): Promise<Command> {
  const program = await programFor([name], new Output([]), '');
  const silence = (command: Command): void => {
    command.action(() => undefined);
    command.commands.forEach(silence);
  };
  program.commands.forEach(silence);
  return program;
}

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
      const fresh = await idle(name);
      const outcome = await fresh.parseAsync(words, { from: 'user' }).then(
        () => 'parsed',
        (error: Error) => error.message,
      );
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
