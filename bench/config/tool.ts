import type { TestClientId } from '../../test-clients/clients.ts';
import type { BenchClient, BenchScope } from './targets.ts';

/** One call of a program. */
export interface Call {
  readonly args: readonly string[];
  /** Started outside of any project: some programs choose the scope by where they are. */
  readonly outside?: true;
}

/** Files by their path. `~/` is the home; any other path is inside the project. */
export type Files = Readonly<Record<string, string>>;

/** Where a program comes from. */
export type Program =
  /** This repository, as it is built. */
  | { readonly from: 'here' }
  /** npm, in exactly this version. */
  | { readonly from: 'npm'; readonly package: string; readonly bin: string; readonly newerNode?: true }
  /** npm, in the version that the tests with real clients use. */
  | { readonly from: 'test-clients'; readonly client: TestClientId; readonly bin: string };

/** How one server is added to one client, which is what the hostile cases and the clock are tried with. */
export interface AddOne {
  readonly scope: BenchScope;
  /** The first is the one that is timed. */
  readonly clients: readonly [BenchClient, ...BenchClient[]];
  calls(client: BenchClient, name: string): readonly Call[];
  /** The file that it begins, where that is not the one of the fixtures. */
  readonly file?: string;
  /** What the tool reads the server from. A tool with such files cannot be asked eight times at once. */
  sources?(client: BenchClient, name: string): Files;
}

/** A tool, and how it is asked to do the job. */
export interface Tool {
  readonly id: string;
  readonly program: Program;
  /** The clients it says it can write to. A scope that is missing here it does not know. */
  readonly clients: Readonly<Partial<Record<BenchScope, readonly BenchClient[]>>>;
  /** What the tool reads the servers from. */
  sources?(scope: BenchScope): Files;
  /** Registers both servers. `again` when all is there already. */
  register(scope: BenchScope, again: boolean): readonly Call[];
  readonly addOne: AddOne;
}
