import type { Box } from './box.ts';

/** What a program says about one server it found in its configuration. */
export interface Listed {
  readonly name: string;
  /** `connected` was started or called and answered; `listed` was read, but not tried. */
  readonly status: 'connected' | 'listed' | 'disabled' | 'failed' | 'missing';
  readonly transport?: 'stdio' | 'http' | 'sse';
  /** The entry as the program understands it, where it tells. */
  readonly entry?: Readonly<Record<string, unknown>>;
}

/** How the stdio target was started. */
export interface Start {
  /** Without the program and the script. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly listed: readonly Listed[];
  /** What the program printed, for the message of a failing test. */
  readonly raw: string;
}

/** One real program, and how to ask it what it makes of a configuration. */
export interface Asked {
  readonly scope: 'user' | 'project';
  /** Where the program looks: below the home with `~/`, else below the project. */
  readonly file: string;
  /** Whether asking makes it start the servers and call them, or only read its files. */
  readonly tries: { readonly stdio: boolean; readonly http: boolean };
  readonly ask: (box: Box) => Promise<Answer>;
}
