import type { Command } from 'commander';
import { installation, shellIds, shells } from '../../src/cli/completion/shells.ts';
import { Output } from '../../src/cli/output/output.ts';
import { type CommandEntry, type CommandNeeds, needsOfCommands } from '../../src/cli/program/command-entry.ts';
import { commandTable } from '../../src/cli/program/command-table.ts';
import { programFor } from '../../src/cli/program/create-program.ts';
import { clientVariables, ownVariables } from '../../src/cli/program/environment.ts';
import { examplesOf } from '../../src/cli/program/examples.ts';
import { ExitCode } from '../../src/cli/program/exit-code.ts';

// The build replaces this name with the version; the page is the same for all versions.
Object.assign(globalThis, { PLUGBOARD_VERSION: '' });

const intro = [
  '# The command line',
  '',
  '<!-- Generated from src/cli by `npm run generate`. -->',
  '',
  'Results go to standard output, everything else to standard error. A command that writes shows the change and, at a',
  'terminal, asks for confirmation. `--dry-run` only shows the change, `--yes` skips the question, and `plugboard undo`',
  'reverts it. `plugboard` without arguments shows an overview and next steps. `plug` is an alias.',
];

const exitCodes: Readonly<Record<keyof typeof ExitCode, string>> = {
  ok: 'success',
  failed: 'failure, or the question was answered with no',
  usage: 'invalid command line',
  invalidConfig: 'a file or a definition is invalid',
  notFound: 'unknown server or change',
  conflict: 'something already exists, is still referenced, or was changed by another program',
  issues: 'issues or differences found, or only a part was written',
  signIn: 'a server requires a sign-in, or denies access',
  unreachable: 'a server does not respond, or not in time',
  interrupted: 'interrupted',
};

const inPart = [
  'A command that writes files of clients exits with 6 and `written-in-part` if a part of the request is not written: one of',
  'several clients cannot use a server, or cannot express a field that changes what the server does, such as a header, an',
  'argument or a tool list. For `add` and `edit`, every given field counts. The rest is written, and `--dry-run` exits with',
  'the same code. If no client can use the server, nothing is written and the code is 1. Fields written in another form are',
  'warnings. `translate` and `export` count skipped servers; `translate --strict` counts every loss. `import` exits with 3 if',
  'it skips an invalid definition.',
];

const envelope = [
  'With `--json`, standard output is exactly one document, also on failure:',
  '',
  '```json',
  '{ "schema": 1, "ok": true, "data": {}, "warnings": [], "errors": [] }',
  '```',
  '',
  'The content of `data` depends on the command. Each warning and error has a `code`, which is [stable](errors.md), and a',
  '`message`; often a `hint`, and for issues in files `file`, `line` and `column`. Secrets are masked,',
  'also in tool results: [what is masked](runtime.md#secrets). Fields with paths have forward slashes on every system; text',
  'for people, messages included, has backslashes on Windows.',
];

const needs: Readonly<Record<CommandNeeds, string>> = {
  all: 'Without server names the result needs every file, so the command fails with exit code 3. With names as below',
  some: 'Fails with exit code 3 if the server is not found, because the file may define it; otherwise warns',
  told: 'Continues with the other files and warns',
  none: 'Reads only the given files, and fails if one of them cannot be read',
};

const unread = [
  'A file that cannot be read is reported with the line and the reason: on standard error, or with `--json` in `errors` if',
  'the command fails because of it and in `warnings` otherwise. The result still contains the servers of the other files.',
  'An empty list of servers, such as `{"mcpServers":{}}`, is valid. A server with an invalid definition is in the result',
  'too, with its issues; the rules are the same for every command, the page and config sets. A command that would use it',
  'fails with `server-invalid`.',
  '',
  'With `--json`, `list` and `get` give each definition a `state`: `active`, `off`, `untrusted` (needs approval),',
  '`shadowed` or `unusable` (invalid).',
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

/** For example `config path`. */
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
  '`--help` after any command prints its help, and `plugboard --version` the version.',
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
  'Tab completes commands, options, clients, scopes, server names and changes. Names come from your current files, and the',
  'shell treats them as plain text. A new version needs no new installation.',
  ...shellIds.flatMap((id) => [
    '',
    `**${shells[id].name}**`,
    '',
    fenced(id === 'powershell' ? id : 'sh', installation(id)),
  ]),
  '',
];
process.stdout.write(page.join('\n'));
