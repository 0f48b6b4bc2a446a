import { clients } from '../src/clients/registry.ts';
import type { Client } from '../src/clients/types.ts';

/** A program that npm offers, and what it takes to have it. */
export interface TestClient {
  /** The same id as in `src/clients/`. */
  readonly id: string;
  /** `name@version`, exact: what a program accepts changes from one release to the next. The first is the program. */
  readonly packages: readonly [string, ...string[]];
  readonly installFlags?: readonly string[];
  /** A script below `node_modules` that has to run after an installation without scripts. */
  readonly afterInstall?: string;
  /** A folder below `node_modules` with dependencies of its own, which are installed without their scripts. */
  readonly inner?: string;
}

/** Which package a client is, without its version: that is in its definition. */
interface Program<Id extends string = string> extends Omit<TestClient, 'packages'> {
  readonly id: Id;
  readonly package: string;
  /** Other packages it needs, with their versions. */
  readonly beside?: readonly string[];
  /** If the package counts otherwise than the program: the first number of the program's version, and of its own. */
  readonly majors?: readonly [ofProgram: string, ofPackage: string];
}

/**
 * Runs npm and the programs. Under an older Node, npm takes an old release of whatever asks for a newer one, and says
 * nothing.
 */
export const clientNode: TestClient = { id: 'clients-node', packages: ['node@24.21.0'] };

const programs = [
  { id: 'claude-code', package: '@anthropic-ai/claude-code' },
  { id: 'opencode', package: 'opencode-ai' },
  { id: 'codex', package: '@openai/codex' },
  { id: 'gemini-cli', package: '@google/gemini-cli' },
  { id: 'qwen-code', package: '@qwen-code/qwen-code' },
  { id: 'copilot-cli', package: '@github/copilot' },
  { id: 'amp', package: '@sourcegraph/amp' },
  { id: 'cline-cli', package: 'cline' },
  { id: 'kilo', package: '@kilocode/cli' },
  { id: 'grok', package: '@xai-official/grok' },
  { id: 'qoder', package: '@qoder-ai/qodercli' },
  { id: 'auggie', package: '@augmentcode/auggie' },
  { id: 'droid', package: 'droid' },
  {
    id: 'omp',
    package: '@oh-my-pi/pi-coding-agent',
    beside: ['bun@1.4.4'],
    // Its own scripts build native code that reading a configuration does not need; bun comes in one of its scripts.
    installFlags: ['--ignore-scripts', '--legacy-peer-deps'],
    afterInstall: 'bun/install.js',
  },
  { id: 'continue', package: '@continuedev/cli' },
  { id: 'kimi-code', package: '@moonshot-ai/kimi-code' },
  { id: 'mcporter', package: 'mcporter' },
  {
    id: 'vscode',
    // VS Code for a browser: 4.139.1 contains VS Code 1.139.1.
    package: 'code-server',
    majors: ['1', '4'],
    // Its scripts build native code for terminals and logs.
    installFlags: ['--ignore-scripts'],
    inner: 'code-server/lib/vscode',
  },
  { id: 'nanocoder', package: '@nanocollective/nanocoder' },
  {
    id: 'pi',
    // Pi itself knows no servers; the adapter is an extension of it. Later releases of Pi need packages that npm lacks.
    package: 'pi-mcp-adapter',
    beside: ['@earendil-works/pi-coding-agent@0.86.1'],
    installFlags: ['--ignore-scripts', '--legacy-peer-deps'],
  },
  { id: 'qodo', package: '@qodo/command', installFlags: ['--ignore-scripts'] },
  // With a later release of the second it does not start.
  { id: 'command-code', package: 'command-code', beside: ['@opentelemetry/semantic-conventions@1.43.0'] },
] as const satisfies readonly Program[];

export type TestClientId = (typeof programs)[number]['id'];

export type KnownTestClient = TestClient & { readonly id: TestClientId };

/** Versions by the ids of clients. */
export type Versions = Readonly<Record<string, string>>;

/** The programs in these versions; without one, in the version that the definition claims to have been run with. */
export function testClientsAt(versions: Versions): KnownTestClient[] {
  return programs.map(({ package: name, beside = [], majors, ...program }: Program<TestClientId>) => {
    const version = versions[program.id] ?? claimedVersion(program.id);
    return { ...program, packages: [`${name}@${majors ? withMajor(version, majors[1]) : version}`, ...beside] };
  });
}

export const testClients: readonly KnownTestClient[] = testClientsAt({});

/** The version of the program in this version of its package; they differ if the package counts otherwise. */
export function programVersion(id: TestClientId, version: string): string {
  const { majors }: Program = programs.find((program) => program.id === id) ?? { id, package: '' };
  return majors ? withMajor(version, majors[0]) : version;
}

function withMajor(version: string, major: string): string {
  return version.replace(/^\d+/, major);
}

/** The version that the definition claims to have been run with. */
export function claimedVersion(id: TestClientId): string {
  const { version }: Client['verified'] = clients[id].verified;
  if (version === undefined) throw new Error(`the definition of ${id} names no version`);
  return version;
}
