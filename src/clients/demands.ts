import type { ClientId } from './registry.ts';

/** What makes a client refuse an entry or its file, or pass it over, besides what its lenses say. */
export interface Demands {
  /** Its words for a transport, where it knows no others. We read more of them than clients do. */
  readonly types?: { readonly key?: string; readonly allowed: readonly string[] };
  /** The command and its arguments are one list. */
  readonly commandList?: boolean;
  /** Keys that may not stand beside another one. That `command` and `url` exclude each other is known everywhere. */
  readonly excluded?: Readonly<Record<string, readonly string[]>>;
  /** Keys without which it passes over an entry, besides the type. */
  readonly needed?: readonly NeededKey[];
  /** Numbers that it accepts. */
  readonly numbers?: readonly NumberRange[];
  /** Keys of other clients that it does not act on. */
  readonly foreign?: readonly string[];
  /** It accepts comments, but loses the whole file to a comma behind the last item. */
  readonly noTrailingComma?: boolean;
  /** References that cost it the whole file of a project. */
  readonly noReferenceInProject?: RegExp;
}

interface NeededKey {
  readonly key: string;
  /** The field of a server that it holds. */
  readonly field: string;
  /** Only where the server is started. */
  readonly started?: boolean;
}

export interface NumberRange {
  readonly key: string;
  readonly whole?: boolean;
  readonly min: number;
  readonly max?: number;
}

const whole = (key: string): NumberRange => ({ key, whole: true, min: 1 });
const plain = ['stdio', 'http', 'sse'];
const cline: Demands = {
  types: { allowed: ['stdio', 'sse', 'streamableHttp'] },
  numbers: [{ key: 'timeout', min: 1 }],
};
const openCode: Demands = {
  types: { allowed: ['local', 'remote'] },
  commandList: true,
  foreign: ['args', 'env'],
};

/** By client; those that are not here take an entry as their lenses do. */
export const demands: Readonly<Partial<Record<ClientId, Demands>>> = {
  'claude-code': {
    types: { allowed: ['stdio', 'http', 'streamable-http', 'sse', 'ws'] },
    numbers: [whole('timeout')],
  },
  'cline-cli': cline,
  'cline-vscode': cline,
  codex: {
    excluded: {
      command: ['http_headers', 'env_http_headers', 'bearer_token_env_var', 'bearer_token', 'oauth_resource'],
      url: ['args', 'env', 'env_vars', 'cwd', 'bearer_token'],
    },
    foreign: ['type', 'transport', 'headers'],
  },
  continue: { types: { allowed: ['stdio', 'sse', 'streamable-http'] } },
  'copilot-cli': {
    types: { allowed: ['local', 'stdio', 'http', 'streamable-http', 'sse'] },
    numbers: [{ key: 'timeout', min: 1, max: 4_294_967_295 }],
  },
  crush: { types: { allowed: plain }, numbers: [whole('timeout')] },
  droid: { types: { allowed: plain }, noTrailingComma: true },
  'gemini-cli': { noTrailingComma: true },
  goose: {
    needed: [
      { key: 'description', field: 'description' },
      { key: 'enabled', field: 'disabled' },
      { key: 'args', field: 'args', started: true },
    ],
    numbers: [whole('timeout')],
  },
  grok: { numbers: [whole('tool_timeout_sec')] },
  kilo: { ...openCode, noReferenceInProject: /\{(?:env|file):[^}]*\}/ },
  'kimi-code': {
    types: { key: 'transport', allowed: plain },
    numbers: ['startupTimeoutMs', 'toolTimeoutMs'].map((key) => ({ ...whole(key), max: 2_147_483_647 })),
  },
  opencode: { ...openCode, numbers: [whole('timeout')] },
  qoder: { noTrailingComma: true },
  'qwen-code': { noTrailingComma: true },
  roo: {
    types: { allowed: ['stdio', 'sse', 'streamable-http'] },
    excluded: { url: ['args', 'env', 'cwd'], command: ['headers'] },
    numbers: [{ key: 'timeout', min: 1, max: 3600 }],
  },
  zed: { needed: [{ key: 'args', field: 'args', started: true }], numbers: [whole('timeout')] },
};
