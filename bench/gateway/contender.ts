import type { Program } from '../config/tool.ts';
import type { StdioTarget } from './client/stdio.ts';

/** A server that stands behind a gateway. */
export type ServerEntry =
  | { readonly name: string; readonly command: string; readonly args: readonly string[] }
  | { readonly name: string; readonly url: string };

export interface Setting {
  readonly servers: readonly ServerEntry[];
  /** A folder of its own, also its home. It is kept between a first start and a second one. */
  readonly folder: string;
  /** Free to listen on. */
  readonly port: number;
  /** The program and its first arguments, where it is one that is installed. */
  readonly program: readonly [string, ...string[]];
}

export interface Started {
  /** What to start and speak with; missing when there is an address. */
  readonly stdio?: StdioTarget;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What has been started already. */
  readonly pids: readonly number[];
}

export type Front = 'stdio' | 'http' | 'sse';

/** What is measured: a gateway, or none at all. */
export interface Contender {
  readonly id: string;
  readonly kind: 'none' | 'ours' | 'reference' | 'rival';
  readonly front: Front;
  /** What it can have behind it. */
  readonly backs: readonly ('stdio' | 'http')[];
  /** Whether it can have more than one server behind it. */
  readonly isMany: boolean;
  /** Absent for what needs no installation. */
  readonly program?: Program;
  toolName(server: string, tool: string): string;
  start(setting: Setting): Promise<Started> | Started;
}
