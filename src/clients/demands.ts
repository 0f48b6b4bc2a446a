import type { Transport } from '../model/server.ts';
import type { ClientId } from './registry.ts';

/** Client rules beyond its lenses: when it rejects or skips an entry or a whole file. */
export interface Demands {
  /** Transport names it accepts, if it accepts no others. We read more than clients do. */
  readonly types?: { readonly key?: string; readonly allowed: readonly string[] };
  /** `command` is a list that includes the arguments. */
  readonly commandList?: boolean;
  /** Keys that exclude others. `command` and `url` exclude each other in all clients. */
  readonly excluded?: Readonly<Record<string, readonly string[]>>;
  /** Keys without which it skips an entry, besides the type. */
  readonly needed?: readonly NeededKey[];
  /** Ranges of numbers that it accepts. */
  readonly numbers?: readonly NumberRange[];
  /** Keys of other clients that it ignores. */
  readonly foreign?: readonly string[];
  /** Keys at the top of a file, with text, without which it rejects the whole file. */
  readonly fileKeys?: readonly string[];
  /** It accepts comments, but rejects the whole file because of a trailing comma. */
  readonly noTrailingComma?: boolean;
  /** It rejects a whole file that begins with a byte order mark. */
  readonly noByteOrderMark?: boolean;
  /** References that make it reject a whole project file. */
  readonly noReferenceInProject?: RegExp;
}

interface NeededKey {
  readonly key: string;
  /** The canonical field stored under this key. */
  readonly field: string;
  /** Only for servers of this transport. */
  readonly of?: Transport;
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

/** Rules by client. Clients not listed have none beyond their lenses. */
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
  continue: { types: { allowed: ['stdio', 'sse', 'streamable-http'] }, fileKeys: ['name', 'version'] },
  'copilot-cli': {
    types: { allowed: ['local', 'stdio', 'http', 'streamable-http', 'sse'] },
    numbers: [{ key: 'timeout', min: 1, max: 4_294_967_295 }],
  },
  crush: { types: { allowed: plain }, numbers: [whole('timeout')] },
  droid: { types: { allowed: plain }, noTrailingComma: true },
  // JSON.parse(stripJsonComments(…)), which keeps the mark; any error ends the program.
  'gemini-cli': { noTrailingComma: true, noByteOrderMark: true },
  goose: {
    needed: [
      // Its source, agents/extension.rs: with a default for stdio, and since 1.28 for streamable_http too.
      { key: 'description', field: 'description', of: 'http' },
      { key: 'enabled', field: 'disabled' },
      { key: 'args', field: 'args', of: 'stdio' },
    ],
    numbers: [whole('timeout')],
  },
  grok: { numbers: [whole('tool_timeout_sec')] },
  kilo: { ...openCode, noReferenceInProject: /\{(?:env|file):[^}]*\}/ },
  'kimi-code': {
    types: { key: 'transport', allowed: plain },
    numbers: ['startupTimeoutMs', 'toolTimeoutMs'].map((key) => ({ ...whole(key), max: 2_147_483_647 })),
  },
  // librechat-data-provider 0.8.524, configSchema.
  librechat: {
    fileKeys: ['version'],
    types: { allowed: ['stdio', 'sse', 'streamable-http', 'http', 'websocket'] },
    needed: [{ key: 'args', field: 'args', of: 'stdio' }],
    numbers: [
      { key: 'timeout', whole: true, min: 0 },
      { key: 'initTimeout', whole: true, min: 0 },
      whole('sseReadTimeout'),
    ],
  },
  opencode: { ...openCode, numbers: [whole('timeout')] },
  qoder: { noTrailingComma: true },
  'qwen-code': { noTrailingComma: true, noByteOrderMark: true },
  roo: {
    types: { allowed: ['stdio', 'sse', 'streamable-http'] },
    excluded: { url: ['args', 'env', 'cwd'], command: ['headers'] },
    numbers: [{ key: 'timeout', min: 1, max: 3600 }],
  },
  zed: { needed: [{ key: 'args', field: 'args', of: 'stdio' }], numbers: [whole('timeout')] },
};
