import type { ClientId } from '../../../clients/registry.ts';

/** What the value of an option says. */
export type Role =
  | 'env'
  | 'header'
  | 'transport'
  | 'scope'
  | 'url'
  | 'bearer'
  | 'bearer-variable'
  | 'name'
  | 'command'
  | 'args'
  | 'comma-args'
  | 'directory'
  | 'seconds'
  | 'milliseconds'
  | 'title'
  | 'description'
  | 'allow'
  | 'deny'
  | 'client-id'
  | 'callback-port'
  | 'oauth-scopes'
  | 'auth'
  /** Nothing about the server itself. */
  | 'elsewhere';

/** What an option without a value says. */
export type Flag = 'user' | 'project' | 'disabled' | 'oauth' | 'nothing';

/** How one program is told about a server. */
export interface Grammar {
  readonly client?: ClientId;
  readonly options: Readonly<Record<string, Role>>;
  readonly flags: Readonly<Record<string, Flag>>;
  /** What is added comes first and has no name of its own. */
  readonly targetFirst?: boolean;
}

/** What nearly all of them have in common. */
const options: Readonly<Record<string, Role>> = {
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

const flags: Readonly<Record<string, Flag>> = {
  '-g': 'user',
  '--global': 'user',
  '--disabled': 'disabled',
  '-y': 'nothing',
  '--yes': 'nothing',
  '-f': 'nothing',
  '--force': 'nothing',
  '--replace': 'nothing',
  // The secret itself is asked for, or comes from a variable.
  '--client-secret': 'oauth',
};

const common: Grammar = { options, flags };
const tools = { '--include-tools': 'allow', '--exclude-tools': 'deny' } as const;
const gemini: Grammar = {
  client: 'gemini-cli',
  options: { ...options, ...tools },
  flags: { ...flags, '--trust': 'nothing' },
};
const amazon: Grammar = {
  client: 'amazon-q',
  options: { ...options, '--args': 'comma-args', '--agent': 'elsewhere' },
  flags,
};
const installer: Grammar = {
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

/** Programs whose `mcp add` differs from what all have in common, or whose dialect is known. */
export const grammars: Readonly<Record<string, Grammar>> = {
  claude: { ...common, client: 'claude-code' },
  '@anthropic-ai/claude-code': { ...common, client: 'claude-code' },
  codex: { ...common, client: 'codex' },
  '@openai/codex': { ...common, client: 'codex' },
  gemini,
  '@google/gemini-cli': gemini,
  qwen: { ...gemini, client: 'qwen-code' },
  opencode: { ...common, client: 'opencode' },
  kilo: { ...common, client: 'kilo' },
  amp: { ...common, client: 'amp', flags: { ...flags, '--workspace': 'project' } },
  copilot: { client: 'copilot-cli', options: { ...options, '--tools': 'allow' }, flags },
  droid: { ...common, client: 'droid' },
  kimi: { client: 'kimi-code', options: { ...options, '-a': 'auth', '--auth': 'auth' }, flags },
  qodercli: { ...common, client: 'qoder' },
  grok: { ...common, client: 'grok' },
  auggie: { ...common, client: 'auggie', flags: { ...flags, '-r': 'nothing' } },
  cline: { ...common, client: 'cline-cli' },
  q: amazon,
  'kiro-cli': { ...amazon, client: 'kiro' },
};

/** For programs that nobody has told us about: most of them do as the others do. */
export const unknownProgram: Grammar = common;

/** Programs that are nothing but a way to add servers. */
export const installers: Readonly<Record<string, Grammar>> = {
  'add-mcp': installer,
  'install-mcp': installer,
};

export const ownGrammar: Grammar = {
  client: 'canonical',
  options: {
    ...options,
    '--token': 'bearer',
    '--directory': 'directory',
    '--timeout': 'seconds',
    '--title': 'title',
    '--allow-tool': 'allow',
    '--deny-tool': 'deny',
    '--to': 'elsewhere',
  },
  flags: { ...flags, '--overwrite': 'nothing', '--skip': 'nothing' },
};

export const mcporterGrammar: Grammar = {
  client: 'mcporter',
  options: { ...options, '--arg': 'args', '--stdio': 'command', '--http-url': 'url', '--sse-url': 'url' },
  flags: { ...flags, '--dry-run': 'nothing', '--persist': 'nothing' },
};
