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
}

/** Which package a client is, without its version: that is in its definition. */
interface Program<Id extends string = string> extends Omit<TestClient, 'packages'> {
  readonly id: Id;
  readonly package: string;
  /** Other packages it needs, with their versions. */
  readonly beside?: readonly string[];
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
] as const satisfies readonly Program[];

export type TestClientId = (typeof programs)[number]['id'];

/** The programs in the versions that their definitions claim to have been run with. */
export const testClients: readonly (TestClient & { readonly id: TestClientId })[] = programs.map(
  (program: Program<TestClientId>) => testClient(program, claimedVersion(program.id)),
);

function testClient<Id extends string>(
  { package: name, beside = [], ...program }: Program<Id>,
  version: string,
): TestClient & { readonly id: Id } {
  return { ...program, packages: [`${name}@${version}`, ...beside] };
}

function claimedVersion(id: TestClientId): string {
  const { version }: Client['verified'] = clients[id].verified;
  if (version === undefined) throw new Error(`the definition of ${id} names no version`);
  return version;
}
