import type { Box } from './box.ts';
import type { TargetRequest } from './http-target.mjs';

export type TestScope = 'user' | 'project';

export type Status = 'connected' | 'disabled' | 'failed' | 'missing';

/** What a program says about one server it found in its configuration. */
export interface Listed {
  readonly name: string;
  readonly status: Status;
  /** Where the program tells. */
  readonly transport?: string;
}

/** How the stdio target was started. */
export interface Start {
  /** Without the program and the script. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a program prints, understood. */
export interface Report {
  /** Absent if it prints nothing about its servers; then those whose tools it asked for are connected. */
  readonly listed?: readonly Listed[];
  /** What it finds wrong with its configuration as such. */
  readonly complaints?: readonly string[];
  /** Everything it printed, for the message of a failing test. */
  readonly raw: string;
}

export interface Answer extends Required<Report> {
  readonly starts: readonly Start[];
  readonly requests: readonly TargetRequest[];
}

/** How to ask one real program what it makes of the files in a box: so that it tries the servers, and needs no account. */
export interface Driver {
  readonly scopes: readonly TestScope[];
  /** How it spells a name in what it prints, when not as written. */
  readonly shown?: (name: string) => string;
  readonly ask: (box: Box, scope: TestScope) => Promise<Report>;
}
