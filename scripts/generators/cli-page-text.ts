import type { Command } from 'commander';
import { type CommandEntry, type CommandNeeds, needsOfCommands } from '../../src/cli/command-entry.ts';
import { commandTable } from '../../src/cli/command-table.ts';
import { installation, shellIds, shells } from '../../src/cli/completion/shells.ts';
import { clientVariables, ownVariables } from '../../src/cli/environment.ts';
import { examplesOf } from '../../src/cli/examples.ts';
import { ExitCode } from '../../src/cli/exit-code.ts';
import { Output } from '../../src/cli/output.ts';
import { programFor } from '../../src/cli/program.ts';

// The build puts the version in place of this name; the page is the same for all of them.
Object.assign(globalThis, { PLUGBOARD_VERSION: '' });

const intro = [
  '# The command line',
  '',
  '<!-- Generated from src/cli by `npm run generate`. -->',
  '',
  'Results go to standard output, everything else to standard error. A command that writes shows what it is about to write',
  'and asks first when somebody is there to answer; `--dry-run` only shows, `--yes` does not ask, and `plugboard undo`',
  'takes it back. `plugboard` alone says what is here and what to do next. `plug` is the same program.',
];

const exitCodes: Readonly<Record<keyof typeof ExitCode, string>> = {
  ok: 'it went well',
  failed: 'it failed, or was not wanted after all',
  usage: 'the command line makes no sense',
  invalidConfig: 'a file or a definition is invalid',
  notFound: 'there is no such server or change',
  conflict: 'something is there already, still needed, or was changed meanwhile',
  findings: 'there are findings or differences, or only a part was written',
  signIn: 'a server wants you to sign in, or does not let you in',
  unreachable: 'a server does not answer, or not in time',
  interrupted: 'interrupted',
};

const inPart = [
  'A command that writes into the files of clients ends with 6 and `written-in-part` when something that was asked for is not',
  'written: one of several clients cannot use a server, or has no place for a field that changes what the server does, such',
  'as a header, an argument or a list of tools. `add` and `edit` count the fields that they were given, whatever they are.',
  'The rest is written, and `--dry-run` ends with the same code. When no client can use the server, nothing is written and the',
  'code is 1. Fields that are written in another form are warnings. `translate` and `export` count servers that are left out;',
  '`translate --strict` counts every loss. `import` ends with 3 when it leaves out an invalid definition.',
];

const envelope = [
  'With `--json`, standard output holds exactly one document, on failure too:',
  '',
  '```json',
  '{ "schema": 1, "ok": true, "data": {}, "warnings": [], "errors": [] }',
  '```',
  '',
  'What `data` holds is up to the command. Each warning and error has a `code`, which is [stable](errors.md), and a',
  '`message`; often a `hint`, and for findings in files `file`, `line` and `column`. Secrets are masked,',
  'in results of tools too: [what is masked](runtime.md#secrets).',
];

const needs: Readonly<Record<CommandNeeds, string>> = {
  all: 'Without names of servers the answer needs every file, so the command fails with exit code 3. With names as below',
  some: 'Fails with exit code 3 when the server is not found, since it may stand in the file; otherwise warns',
  told: 'Goes on with the other files and warns',
  none: 'Reads only the files it is told to, and fails when one of those cannot be read',
};

const unread = [
  'A file that cannot be read is named, with the line and the reason: on standard error, or with `--json` among `errors`',
  'where the command fails because of it and among `warnings` otherwise. The servers of the other files are in the answer.',
  'An empty list of servers, such as `{"mcpServers":{}}`, is no mistake. A server whose definition breaks the rules is in',
  'the answer too, with what is wrong; the rules are the same for every command, the page and config sets.',
];

const groups = [...new Set(commandTable.map(({ group }) => group))];

function overview(): string[] {
  return groups.flatMap((group) => {
    const commands = commandTable.filter((entry) => entry.group === group);
    return [
      '',
      `**${group.replace(':', '')}**`,
      '',
      ...commands.map((one) => `- [\`${one.name}\`](#${one.name}): ${one.summary}`),
    ];
  });
}

async function section(entry: CommandEntry): Promise<string[]> {
  const program = await programFor([entry.name], new Output([]), '');
  const command = program.commands.find((one) => one.name() === entry.name);
  if (!command) throw new Error(`There is no command ${entry.name}`);
  return described(command, '##');
}

function described(command: Command, heading: string): string[] {
  const name = nameOf(command);
  const aliases = command.aliases().map((alias) => `\`${alias}\``);
  const examples = examplesOf(command).map((line) => `plugboard ${line}`);
  const parts = [
    [command.description(), ...(aliases.length > 0 ? [`Also called ${aliases.join(', ')}.`] : [])].join(' '),
    `Usage: \`plugboard ${name} ${command.usage()}\``,
    items([...argumentsOf(command), ...optionsOf(command)]),
    examples.length === 0 ? '' : fenced('sh', examples),
  ];
  return [
    '',
    `${heading} ${name}`,
    ...parts.flatMap((part) => (part === '' ? [] : ['', part])),
    ...command.commands.flatMap((one) => described(one, `${heading}#`)),
  ];
}

/** `config path`, say. */
function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

function argumentsOf(command: Command): string[] {
  const help = command.createHelp();
  return command.registeredArguments.map((one) => {
    const name = one.name() + (one.variadic ? '...' : '');
    return `\`${one.required ? `<${name}>` : `[${name}]`}\`: ${inText(help.argumentDescription(one))}`;
  });
}

/** All commands have `--help`. */
function optionsOf(command: Command): string[] {
  const help = command.createHelp();
  const own = help.visibleOptions(command).filter(({ long }) => long !== '--help' && long !== '--version');
  return own.map((one) => `\`${help.optionTerm(one)}\`: ${inText(help.optionDescription(one))}`);
}

function inText(words: string): string {
  return words.replaceAll(/[<*_|]/g, String.raw`\$&`);
}

function items(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function fenced(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, '```'].join('\n');
}

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string[] {
  return [head, ['---', '---'] as const, ...rows].map(([left, right]) => `| ${left} | ${right} |`);
}

const program = await programFor(['version'], new Output([]), '');
const sections = await Promise.all(commandTable.map(section));
const page = [
  ...intro,
  ...overview(),
  ...sections.flat(),
  '',
  '## Options that every command takes',
  '',
  items(optionsOf(program)),
  '',
  '`--help` behind any command prints its help, and `plugboard --version` the version.',
  '',
  '## Exit codes',
  '',
  ...table(
    ['code', 'meaning'],
    Object.entries(ExitCode).map(([name, code]) => [String(code), exitCodes[name as keyof typeof ExitCode]]),
  ),
  '',
  ...inPart,
  '',
  '## Files that cannot be read',
  '',
  ...unread,
  '',
  ...table(
    ['commands', 'what a file that cannot be read does'],
    needsOfCommands.map((need) => [
      commandTable.flatMap((one) => (one.needs === need ? [`\`${one.name}\``] : [])).join(', '),
      needs[need],
    ]),
  ),
  '',
  '## JSON',
  '',
  ...envelope,
  '',
  '## Environment variables',
  '',
  ...table(
    ['variable', 'effect'],
    [
      ...Object.entries(ownVariables).map(([name, about]) => [`\`${name}\``, about] as const),
      ...[...clientVariables()].map(
        ([name, users]) => [`\`${name}\``, `where the files of ${users.join(', ')} are`] as const,
      ),
    ],
  ),
  '',
  '## Completion in your shell',
  '',
  'Tab completes commands, options, clients, scopes, server names and changes. Names come from your files as they are at',
  'that moment, and what stands in them is only ever text to the shell. A new version needs no new installation.',
  ...shellIds.flatMap((id) => [
    '',
    `**${shells[id].name}**`,
    '',
    fenced(id === 'powershell' ? id : 'sh', installation(id)),
  ]),
  '',
];
process.stdout.write(page.join('\n'));
