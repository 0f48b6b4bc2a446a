import type { FormatId } from '../formats/types.ts';
import type { Loss, LossReason } from '../model/diagnostics/loss.ts';
import type { ExecutedForm, TrustForm } from '../model/fields/client-field.ts';
import type { Scope } from '../model/scope.ts';
import type { Server, Transport } from '../model/server.ts';
import type { Path, Value, ValueMap } from '../model/value.ts';
import type { Behavior, TrustRecord } from './behavior.ts';
import type { PasteHints } from './paste.ts';

/** The complete description of a client. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** The vendor's page about its configuration. */
  readonly docs: string;
  readonly verified: Verification;
  /** Names of its executables. */
  readonly programs?: readonly string[];
  /** How to start it with selected servers; absent if no method is known to work. */
  readonly launch?: Launch;
  readonly locations: readonly Location[];
  /** Layouts of entries in its files; the last one is used for new files. */
  readonly shapes: readonly Shape[];
  /** Keys without which it rejects a whole file; a new file gets them. */
  readonly newFile?: ValueMap;
  readonly transports: readonly Transport[];
  readonly references: References;
  /** Whether it accepts unknown keys. If it does, unknown fields are kept in its file. */
  readonly unknownKeys: 'kept' | 'rejected';
  /**
   * Keys that only this client has, stored under `extras.<id>`. Settings that run nothing and trust nothing are here;
   * all others are in the next three.
   */
  readonly ownKeys?: readonly string[];
  /** Its own keys whose value it runs, beside the server itself. */
  readonly executes?: Readonly<Record<string, ExecutedForm>>;
  /** Its own keys that make it ask for fewer confirmations. */
  readonly trusts?: Readonly<Record<string, TrustForm>>;
  /** Its own keys that name files, variables, credentials or addresses that it uses for the server. */
  readonly reads?: readonly string[];
  /** Canonical fields that it ignores, and the consequence. */
  readonly ignores?: Readonly<Record<string, string>>;
  /** What the names in its lists of tools are compared as; absent if it has no such lists. */
  readonly toolNames?: 'whole' | 'patterns' | 'unknown';
  /** Lists of disabled servers, if the switch is not part of the entry; none if it has no switch. */
  readonly switches?: readonly Switch[];
  /** How it combines entries with the same name in several scopes. */
  readonly merge: 'replace' | 'fields';
  /** Scopes by precedence, highest first; default: `defaultPrecedence`. */
  readonly precedence?: readonly Scope[];
  /** What a user must do before the client uses a project's servers. */
  readonly trust?: string;
  /** Where it records that trust; absent if it is unknown. */
  readonly trustRecords?: readonly TrustRecord[];
  /** Names it cannot use: those that do not match, and reserved ones. */
  readonly names?: { readonly pattern?: RegExp; readonly reserved?: readonly string[] };
  /** Plugboard's own file: it stores the canonical definition, so nothing is lost. */
  readonly verbatim?: boolean;
  /** Path of the list of prompts that references such as `${input:id}` use. */
  readonly inputs?: Path;
  /** Conversions that no lens can express. Few clients need this. */
  readonly quirks?: Quirks;
  /** Rank among clients that define the same name; the highest is active. Default: 10. */
  readonly priority?: number;
  readonly behavior?: Behavior;
  /** Its other files that name tools of servers as `mcp__server__tool`. */
  readonly toolMentions?: ToolMentions;
  readonly paste?: PasteHints;
  /** Where it reads a folder with a skill, and with a server if there is a manifest; absent if that is not known. */
  readonly extension?: Extension;
}

/** A folder that a client loads by itself. */
export interface Extension {
  /** The directory of all such folders. */
  readonly directory: string;
  readonly baseVariable?: string;
  /** Path of the skill inside the folder. */
  readonly skill: string;
  /** The file that declares the server, with its own keys; without it the server is an entry in the config file. */
  readonly manifest?: { readonly path: string; readonly keys?: ValueMap };
}

export interface ToolMentions {
  /** JSON files whose permissions and hooks name tools. */
  readonly settings: readonly string[];
  /** Directories of subagents, whose heads name tools. */
  readonly agents: readonly string[];
  /** The key in the head of a subagent that lists servers by name. */
  readonly agentServers?: string;
  readonly baseVariable?: string;
}

/** How to pass servers to a program for one session without changing its files. */
export interface Launch {
  readonly program: string;
  /** Command that installs the program. */
  readonly install: string;
  readonly by: LaunchWay;
  /** Arguments that make it ignore other servers; empty if it ignores them anyway. */
  readonly only?: readonly string[];
  /** Scopes whose entries take precedence over the passed ones of the same name. */
  readonly below?: readonly Scope[];
  /** Path of the servers in the session file, if it differs from its own files. */
  readonly at?: Path;
  /** It rejects unknown keys in the session file, even if it accepts them in its own files. */
  readonly strict?: boolean;
}

export type LaunchWay =
  /** An argument with a file path. */
  | {
      readonly kind: 'flag';
      readonly flag: string;
      /** Prefix of the path. */
      readonly prefix?: string;
      /** It accepts set files unchanged, each with its own flag; the last one takes precedence. */
      readonly takesSets?: boolean;
      /** It treats following words as more files, unless the path is joined with `=`. */
      readonly greedy?: boolean;
      /** It honors only one such flag. */
      readonly once?: boolean;
      /** With the flag it ignores servers in its own files. */
      readonly replaces?: boolean;
    }
  /** An argument with the name of a file next to the user's config file, without extension; both are merged. */
  | {
      readonly kind: 'profile';
      readonly flag: string;
      /** Aliases of the flag, which can be given only once. */
      readonly aliases: readonly string[];
      readonly ending: string;
    }
  /** A variable with the path of a file, which is read in addition to its own files, or instead of `instead`. */
  | {
      readonly kind: 'variable';
      readonly variable: string;
      readonly instead?: string | Readonly<Record<Platform, string>>;
    }
  /** A variable with the path of a directory that replaces the home directory. */
  | {
      readonly kind: 'home';
      readonly variable: string;
      /** Path of the file with the servers. */
      readonly file: string;
    };

export interface Quirks {
  /** The peculiarity, in one line, for the documentation. */
  readonly why: string;
  afterRead?(server: Server): Server;
  beforeWrite?(server: Server): Server;
}

export interface Verification {
  /** Date of the last check, YYYY-MM-DD. */
  readonly on: string;
  /**
   * How it was checked: running the program, reading its source, vendor documentation, or the behavior of other tools.
   */
  readonly by: 'run' | 'source' | 'docs' | 'report';
  readonly version?: string;
}

export type Platform = 'linux' | 'darwin' | 'win32';

/**
 * A config file and its scope. Paths start with `~/`, `%APPDATA%/`, `$NAME/`, or are absolute; others are relative to
 * the project.
 */
export interface Location {
  readonly scope: Scope;
  /** Distinguishes several files of one scope; absent for the usual one. */
  readonly variant?: string;
  /** Alternatives, preferred one first: the first that exists is used, or the first if none does. */
  readonly paths: readonly string[] | Readonly<Record<Platform, readonly string[]>>;
  /** Environment variable that replaces the directory of a home path. */
  readonly baseVariable?: string;
  readonly format: FormatId;
  /** Also searched in parent directories of the project; the nearest wins. */
  readonly ancestors?: boolean;
  /** The client does not read this file, but other tools store servers in it. */
  readonly unread?: boolean;
  /** If this file exists, the client reads no other. */
  readonly exclusive?: boolean;
  /** Path of the servers in a file with sections per project path. */
  readonly atProject?: (project: string) => Path;
  readonly note?: string;
}

/** The location of entries in a file and how they are read and written. */
export interface Shape {
  readonly at: Path;
  /** Entries are a list of maps with their name under this key. */
  readonly listBy?: string;
  /** The key that repeats the name of a map entry. */
  readonly nameKey?: string;
  /** Distinguishes servers from other kinds of entries in the same container, which are not touched. */
  readonly isServer?: (native: ValueMap) => boolean;
  /** Recognizes this layout in a file; absent on the last shape. */
  readonly matches?: (root: Value | undefined) => boolean;
  readonly lenses: readonly Lens[];
}

/** Translates a field in both directions: what it reads it can write. */
export interface Lens {
  /** Canonical fields it translates. */
  readonly fields: readonly string[];
  /** Native keys it handles. */
  readonly keys: readonly string[];
  /** The client rejects an entry, or its whole file, if the key is missing: always, or for entries with a URL. */
  readonly required?: 'always' | 'with-url';
  /** Allowed values, if the key is an enumeration. */
  readonly words?: readonly string[];
  /** Native path of a part of a canonical field, if it is not the same path under the first key. */
  place?(path: Path): Path;
  read(entry: EntryReader, server: Server): void;
  write(server: Server, entry: EntryWriter): void;
}

export interface EntryReader {
  /** The native value at this key or path, which is then marked as read. */
  take(...path: string[]): Value | undefined;
  /** Like `take`, without marking it as read. */
  peek(...path: string[]): Value | undefined;
  has(key: string): boolean;
  /** Reports a value of a type that the client cannot use and that no canonical field can hold. */
  reportType(path: Path, expected: string, value: Value): void;
  /** Reports that the transport value can mean http or sse. */
  markTransportAmbiguous(): void;
  /** The value with native references converted to canonical ones. */
  canonical(value: Value): Value;
}

export interface EntryWriter {
  readonly transport: Transport;
  readonly scope: Scope;
  /** Sets a native key or path; undefined is not written. */
  put(path: string | readonly string[], value: Value | undefined): void;
  /** The value with canonical references converted to native ones; unsupported ones are omitted and reported. */
  native(value: Value, field: string): Value | undefined;
  reportLoss(field: string, action: Loss['action'], reason: LossReason): void;
  /** Reports that the entry cannot be written with the intended effect. */
  refuse(field: string, reason: LossReason): void;
}

export interface References {
  /** Reference syntax; undefined if the client expands none. */
  readonly syntax?: ReferenceSyntax;
  /** Fields in which references are expanded; default: all. */
  readonly fields?: readonly string[];
  /** Like `fields`, for scopes that differ. */
  readonly fieldsIn?: Readonly<Partial<Record<Scope, readonly string[]>>>;
  /** Scopes in which references are expanded; default: all. */
  readonly scopes?: readonly Scope[];
  /** Fields in which a value that is the name of a variable stands for it. */
  readonly bareNames?: readonly string[];
  /** How a value is read from a command, and in which fields. */
  readonly commands?: { readonly fields: readonly string[]; write(command: string): string };
}

export interface ReferenceSyntax {
  /** Example for the documentation, such as `${NAME}`. */
  readonly shown: string;
  readonly fallback: boolean;
  write(name: string, fallback?: string): string;
  /** Names that it expands; default: all. */
  readonly names?: RegExp;
  /** Converts native to canonical syntax. */
  read(text: string): string;
  /** Text that is literal in canonical form but that the client would expand. */
  readonly alsoExpands?: RegExp;
  /** Other references of the client that canonical text may contain unchanged. */
  readonly foreign?: RegExp;
}

/** A list of names of disabled servers, in this file or another one. */
export interface Switch {
  readonly scopes: readonly Scope[];
  /** File path as in a location; default: the file of the entry. */
  readonly path?: string;
  readonly baseVariable?: string;
  readonly format: FormatId;
  /** Path of the list; depends on the project in a file with sections per project. */
  readonly at: Path | ((project: string) => Path);
}

/** Identifies a config file of a client. */
export interface Place {
  readonly scope: Scope;
  readonly variant?: string;
  /** Absolute path of the project, for clients with sections per project in one file. */
  readonly project?: string;
}
