import type { FormatId } from '../formats/types.ts';
import type { Loss, LossReason } from '../model/loss.ts';
import type { Scope } from '../model/scope.ts';
import type { Server, Transport } from '../model/server.ts';
import type { Path, Value, ValueMap } from '../model/value.ts';
import type { Behavior, TrustRecord } from './behavior.ts';
import type { PasteHints } from './paste.ts';

/** An assistant that reads server definitions, described so that everything else about it follows. */
export interface Client {
  readonly id: string;
  readonly name: string;
  /** The vendor's page about its configuration. */
  readonly docs: string;
  readonly verified: Verification;
  /** Names of its programs on the PATH. */
  readonly programs?: readonly string[];
  /** How it is started with servers of one's choice; absent where no way has been seen to work. */
  readonly launch?: Launch;
  readonly locations: readonly Location[];
  /** How entries are laid out in its files; the last shape is the one for new files. */
  readonly shapes: readonly Shape[];
  readonly transports: readonly Transport[];
  readonly references: References;
  /** Whether the program accepts keys it does not know. Where it does, unknown fields survive in its file. */
  readonly unknownKeys: 'kept' | 'rejected';
  /** Keys that only this client knows; they travel under `extras.<id>`. */
  readonly ownKeys?: readonly string[];
  /** Canonical fields that it ignores, and what that means. */
  readonly ignores?: Readonly<Record<string, string>>;
  /** Where it keeps the on/off switch when that is not part of the entry; none: it has no switch. */
  readonly switches?: readonly Switch[];
  /** What happens to entries of the same name in several scopes. */
  readonly merge: 'replace' | 'fields';
  /** Scopes in the order in which they count, the strongest first; absent where that is `defaultPrecedence`. */
  readonly precedence?: readonly Scope[];
  /** What a person must do before the client uses a project's servers. */
  readonly trust?: string;
  /** Where it records that trust; absent if it is unknown. */
  readonly trustRecords?: readonly TrustRecord[];
  /** Names it cannot use: those that do not fit, and those it keeps for itself. */
  readonly names?: { readonly pattern?: RegExp; readonly reserved?: readonly string[] };
  /** Our own file: the canonical definition stands in it as it is, so nothing can be lost. */
  readonly verbatim?: boolean;
  /** What no lens can say. Few clients need this. */
  readonly quirks?: Quirks;
  /** Rank among clients that define the same name; the highest is active. Default: 10. */
  readonly priority?: number;
  readonly behavior?: Behavior;
  readonly paste?: PasteHints;
}

/** How a program is handed servers for one session, while its own files stay as they are. */
export interface Launch {
  readonly program: string;
  /** A command that installs it. */
  readonly install: string;
  readonly by: LaunchWay;
  /** Arguments with which it uses no other servers; none are needed where it does not look for others anyway. */
  readonly only?: readonly string[];
  /** Scopes whose entries of the same name count more than what it is handed. */
  readonly below?: readonly Scope[];
  /** Where servers stand in what it is handed, if not where they stand in its own files. */
  readonly at?: Path;
  /** It refuses keys it does not know in what it is handed, whatever it does with its own files. */
  readonly strict?: boolean;
}

export type LaunchWay =
  /** An argument names a file. */
  | {
      readonly kind: 'flag';
      readonly flag: string;
      /** Stands before the path. */
      readonly prefix?: string;
      /** It can be given the files of sets as they are, each with a flag of its own; the last counts most. */
      readonly takesSets?: boolean;
      /** It takes words that follow for more files, unless the path is joined to the flag by `=`. */
      readonly greedy?: boolean;
      /** Of several such flags it heeds one. */
      readonly once?: boolean;
      /** With the flag it does not look for servers in its own files. */
      readonly replaces?: boolean;
    }
  /** An argument names a file beside that of the user, without its ending; the two are merged. */
  | {
      readonly kind: 'profile';
      readonly flag: string;
      /** Other spellings of the flag, which can be given only once. */
      readonly aliases: readonly string[];
      readonly ending: string;
    }
  /** A variable names a file, which is read besides its own, or else instead of this one. */
  | {
      readonly kind: 'variable';
      readonly variable: string;
      readonly instead?: string | Readonly<Record<Platform, string>>;
    }
  /** A variable names a directory in which everything is looked for that is in the home otherwise. */
  | {
      readonly kind: 'home';
      readonly variable: string;
      /** The file with the servers in it. */
      readonly file: string;
    };

export interface Quirks {
  /** What is odd about this client, in one line. */
  readonly why: string;
  afterRead?(server: Server): Server;
  beforeWrite?(server: Server): Server;
}

export interface Verification {
  /** Day of the last look, year-month-day. */
  readonly on: string;
  /** By running the program, by reading its source, from the vendor's words, or from what other tools do. */
  readonly by: 'run' | 'source' | 'docs' | 'report';
  readonly version?: string;
}

export type Platform = 'linux' | 'darwin' | 'win32';

/** One file and scope. Paths start with `~/`, `%APPDATA%/`, `$NAME/`, or are absolute; others are inside the project. */
export interface Location {
  readonly scope: Scope;
  /** Tells several files of one scope apart; the usual one has none. */
  readonly variant?: string;
  /** Alternatives, the preferred one first: the first that exists is used, else the first. */
  readonly paths: readonly string[] | Readonly<Record<Platform, readonly string[]>>;
  /** A variable that replaces the directory of a home path. */
  readonly baseVariable?: string;
  readonly format: FormatId;
  /** Also in the directories above the project; the nearest wins. */
  readonly ancestors?: boolean;
  /** The client itself does not look there; other tools keep servers in it. */
  readonly unread?: boolean;
  /** As soon as this file is there, the client reads no other one. */
  readonly exclusive?: boolean;
  /** Where the servers stand in a file that keeps projects apart by their absolute path. */
  readonly atProject?: (project: string) => Path;
  readonly note?: string;
}

/** Where entries stand in a file and how one is read and written. */
export interface Shape {
  readonly at: Path;
  /** Entries are a list of maps that carry their own name under this key. */
  readonly listBy?: string;
  /** The key under which an entry of a map repeats its name. */
  readonly nameKey?: string;
  /** Tells servers from other kinds of entries that stand beside them and are left alone. */
  readonly isServer?: (native: ValueMap) => boolean;
  /** Tells the shape of a file that has entries; absent on the last shape. */
  readonly matches?: (root: Value | undefined) => boolean;
  readonly lenses: readonly Lens[];
}

/** One half of a translation each way. What it reads it can write. */
export interface Lens {
  /** Canonical fields it carries. */
  readonly fields: readonly string[];
  /** Native keys that are its business. */
  readonly keys: readonly string[];
  /** The client skips or refuses an entry, or its whole file, when the key is missing: always, or beside an address. */
  readonly required?: 'always' | 'with-url';
  /** The client's words, where the key holds one of a few. */
  readonly words?: readonly string[];
  /** Where a part of a canonical field stands in an entry, if not under the first key by the same steps. */
  place?(path: Path): Path;
  read(entry: EntryReader, server: Server): void;
  write(server: Server, entry: EntryWriter): void;
}

export interface EntryReader {
  /** The native value at this key (or path of keys), which counts as understood from now on. */
  take(...path: string[]): Value | undefined;
  /** The same without counting it as understood. */
  peek(...path: string[]): Value | undefined;
  has(key: string): boolean;
  /** Notes a value of a kind that the client cannot use, and that no canonical field could show. */
  wrong(path: Path, expected: string, value: Value): void;
  /** Notes that the word for the transport stands for http and for sse. */
  leaveKindOpen(): void;
  /** The value with native references turned into canonical ones. */
  canonical(value: Value): Value;
}

export interface EntryWriter {
  readonly transport: Transport;
  readonly scope: Scope;
  /** Sets a native key (or path of keys); undefined is not written. */
  put(path: string | readonly string[], value: Value | undefined): void;
  /** The value with canonical references turned into native ones; what cannot be said is left out and reported. */
  native(value: Value, field: string): Value | undefined;
  lose(field: string, action: Loss['action'], reason: LossReason): void;
  /** The entry cannot be written so that the client would use it as meant. */
  refuse(field: string, reason: LossReason): void;
}

export interface References {
  /** The client's spelling; undefined when it never expands anything. */
  readonly syntax?: ReferenceSyntax;
  /** Fields in which references are expanded; all of them when absent. */
  readonly fields?: readonly string[];
  /** The same for files of one scope, where that differs. */
  readonly fieldsIn?: Readonly<Partial<Record<Scope, readonly string[]>>>;
  /** References are only expanded in files of these scopes. */
  readonly scopes?: readonly Scope[];
  /** How it takes a value from a command, and in which fields. */
  readonly commands?: { readonly fields: readonly string[]; write(command: string): string };
}

export interface ReferenceSyntax {
  /** Shown in the documentation, such as `${NAME}`. */
  readonly shown: string;
  readonly fallback: boolean;
  write(name: string, fallback?: string): string;
  /** Native spelling to canonical spelling. */
  read(text: string): string;
  /** Text that is plain for us but that the client would expand. */
  readonly alsoExpands?: RegExp;
  /** Other references of the client that may stand in canonical text as they are. */
  readonly foreign?: RegExp;
}

/** A list of the names of switched-off servers, in this file or another one. */
export interface Switch {
  readonly scopes: readonly Scope[];
  /** Path of the file as in a location; undefined means the file of the entry itself. */
  readonly path?: string;
  readonly baseVariable?: string;
  readonly format: FormatId;
  /** Where the list stands; by project in a file that keeps projects apart. */
  readonly at: Path | ((project: string) => Path);
}

/** Which file of a client is meant. */
export interface Place {
  readonly scope: Scope;
  readonly variant?: string;
  /** Absolute path of the project; only clients that keep projects apart in one file need it. */
  readonly project?: string;
}
