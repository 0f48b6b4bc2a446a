import type { AddCommand, FlagMeaning, OptionRole } from '../../../clients/paste.ts';
import { clients, type ClientId } from '../../../clients/registry.ts';
import type { PastedKind } from '../types.ts';

/** Syntax of a command that adds a server. */
export interface Grammar {
  readonly client?: ClientId;
  readonly kind: PastedKind;
  readonly options: Readonly<Record<string, OptionRole>>;
  readonly flags: Readonly<Record<string, FlagMeaning>>;
  /** The server comes first and has no name. */
  readonly targetFirst?: boolean;
}

/** Options shared by nearly all programs. */
const options: Readonly<Record<string, OptionRole>> = {
  '-e': 'env',
  '--env': 'env',
  '-H': 'header',
  '--header': 'header',
  '--headers': 'header',
  '-t': 'transport',
  '--transport': 'transport',
  '--type': 'transport',
  '-s': 'scope',
  '--scope': 'scope',
  '--url': 'url',
  '--name': 'name',
  '--command': 'command',
  '--args': 'args',
  '--cwd': 'directory',
  '--timeout': 'milliseconds',
  '--description': 'description',
  '--bearer-token-env-var': 'bearer-variable',
  '--client-id': 'client-id',
  '--oauth-client-id': 'client-id',
  '--oauth-scopes': 'oauth-scopes',
  '--callback-port': 'callback-port',
};

const flags: Readonly<Record<string, FlagMeaning>> = {
  '-g': 'user',
  '--global': 'user',
  '--disabled': 'disabled',
  '-y': 'nothing',
  '--yes': 'nothing',
  '-f': 'nothing',
  '--force': 'nothing',
  '--replace': 'nothing',
  // The program prompts for the secret or reads it from a variable.
  '--client-secret': 'oauth',
};

const common: Grammar = { kind: 'other-command', options, flags };

const installer: Grammar = {
  kind: 'other-command',
  options: {
    ...options,
    '-n': 'name',
    '-a': 'elsewhere',
    '--agent': 'elsewhere',
    '-c': 'elsewhere',
    '--client': 'elsewhere',
    '--oauth': 'elsewhere',
    '--project': 'elsewhere',
    '--scopes': 'oauth-scopes',
  },
  flags: { ...flags, '--all': 'nothing', '--local': 'project', '--gitignore': 'nothing' },
  targetFirst: true,
};

/** For unknown programs: most use the same options. */
export const unknownProgram: Grammar = common;

/** Programs that only add servers. */
export const installers: Readonly<Record<string, Grammar>> = {
  'add-mcp': installer,
  'install-mcp': installer,
};

const known = (Object.keys(clients) as ClientId[]).flatMap((client) =>
  (clients[client].paste?.addCommands ?? []).map((command) => ({ command, grammar: grammarOf(client, command) })),
);

/** `mcp add` syntax by program. */
export const grammars: Readonly<Record<string, Grammar>> = Object.fromEntries(
  known
    .filter(({ command }) => command.words === undefined)
    .flatMap(({ command, grammar }) => command.programs.map((program) => [program, grammar])),
);

/** Commands other than `mcp add`. */
export const otherCommands: readonly OtherCommand[] = known.flatMap(({ command, grammar }) =>
  command.words === undefined ? [] : [{ programs: command.programs, words: command.words, grammar }],
);

export interface OtherCommand {
  readonly programs: readonly string[];
  readonly words: readonly string[];
  readonly grammar: Grammar;
}

function grammarOf(client: ClientId, command: AddCommand): Grammar {
  return {
    client,
    kind: command.kind ?? 'other-command',
    options: { ...options, ...command.options },
    flags: { ...flags, ...command.flags },
  };
}
