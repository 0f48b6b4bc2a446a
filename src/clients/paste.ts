import type { Path } from '../model/value.ts';

/** How to recognize text that was written for a client: pasted config, install links and commands. */
export interface PasteHints {
  /** Position among the clients that fit a text equally well; clients without one come last. */
  readonly rank?: number;
  /** Where earlier versions kept servers. */
  readonly olderContainer?: Path;
  /** Names of transports that this client introduced, although others accept them. */
  readonly transportWords?: readonly string[];
  /** Splits a command line in `command` itself if there are no arguments. */
  readonly splitsCommand?: boolean;
  /** URL schemes of its install links. */
  readonly linkSchemes?: readonly string[];
  /** The web page that forwards to an install link: host, and the start of the path. */
  readonly linkPage?: { readonly host: string; readonly path: RegExp };
  /** Each field of the server is a parameter of the link; otherwise one parameter holds the definition. */
  readonly hasLinkParameters?: boolean;
  /** `--add-mcp` takes a definition in JSON. Without the name of its program it is the default. */
  readonly jsonOption?: { readonly program?: string };
  /** Commands that add a server. */
  readonly addCommands?: readonly AddCommand[];
  /** Options that start the program with a server. */
  readonly startOptions?: StartOptions;
}

/** A command that adds a server: `<program> mcp add …`. */
export interface AddCommand {
  /** Names of the program, and of its npm package. */
  readonly programs: readonly string[];
  /** What `readPasted` reports for it, if not `other-command`. */
  readonly kind?: 'claude-command';
  /** The words after the program, if not `mcp add`. */
  readonly words?: readonly string[];
  /** Options besides the common ones. */
  readonly options?: Readonly<Record<string, OptionRole>>;
  readonly flags?: Readonly<Record<string, FlagMeaning>>;
}

/** Options that take a server for one session. */
export interface StartOptions {
  readonly program: string;
  /** A command line, which can start with assignments of variables. */
  readonly command: string;
  /** A URL, by transport. */
  readonly http: string;
  readonly sse: string;
}

/** What the value of an option is. */
export type OptionRole =
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
  /** Not about the server. */
  | 'elsewhere';

/** What an option without a value means. */
export type FlagMeaning = 'user' | 'project' | 'disabled' | 'oauth' | 'nothing';
