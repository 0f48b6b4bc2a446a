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

/**
 * Runs npm and the programs. Under an older Node, npm takes an old release of whatever asks for a newer one, and says
 * nothing.
 */
export const nodePackage = 'node@22.23.3';

export const testClients = [
  { id: 'claude-code', packages: ['@anthropic-ai/claude-code@2.1.325'] },
  { id: 'opencode', packages: ['opencode-ai@1.18.33'] },
  { id: 'codex', packages: ['@openai/codex@0.166.0'] },
  { id: 'gemini-cli', packages: ['@google/gemini-cli@0.61.0'] },
  { id: 'qwen-code', packages: ['@qwen-code/qwen-code@0.24.4'] },
  { id: 'copilot-cli', packages: ['@github/copilot@1.0.102'] },
  { id: 'amp', packages: ['@sourcegraph/amp@0.0.1790142911-g7618fb'] },
  { id: 'cline-cli', packages: ['cline@3.0.65'] },
  { id: 'kilo', packages: ['@kilocode/cli@7.7.7'] },
  { id: 'grok', packages: ['@xai-official/grok@1.0.41'] },
  { id: 'qoder', packages: ['@qoder-ai/qodercli@1.1.52'] },
  { id: 'auggie', packages: ['@augmentcode/auggie@0.36.0'] },
  { id: 'droid', packages: ['droid@0.215.0'] },
  {
    id: 'omp',
    packages: ['@oh-my-pi/pi-coding-agent@18.2.3', 'bun@1.4.4'],
    // Its own scripts build native code that reading a configuration does not need; bun comes in one of its scripts.
    installFlags: ['--ignore-scripts', '--legacy-peer-deps'],
    afterInstall: 'bun/install.js',
  },
] as const satisfies readonly TestClient[];

export type TestClientId = (typeof testClients)[number]['id'];
