import type { Program } from '../config/tool.ts';
import type { StdioTarget } from './client/stdio.ts';

/** A server behind a gateway. */
export type ServerEntry =
  | { readonly name: string; readonly command: string; readonly args: readonly string[] }
  | { readonly name: string; readonly url: string };

export interface Setting {
  readonly servers: readonly ServerEntry[];
  /** Its own folder, also its home. It is kept between the first and the second start. */
  readonly folder: string;
  /** Free to listen on. */
  readonly port: number;
  /** The program and its first arguments, where it is one that is installed. */
  readonly program: readonly [string, ...string[]];
}

export interface Started {
  /** The program to start and connect to; absent when there is a URL. */
  readonly stdio?: StdioTarget;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Processes already started. */
  readonly pids: readonly number[];
}

export type Front = 'stdio' | 'http' | 'sse';

/** A gateway to measure, or none. */
export interface Contender {
  readonly id: string;
  readonly kind: 'none' | 'ours' | 'reference' | 'rival';
  readonly front: Front;
  /** Transports it supports for servers. */
  readonly backs: readonly ('stdio' | 'http')[];
  /** Whether it supports more than one server. */
  readonly isMany: boolean;
  /** Absent when no installation is needed. */
  readonly program?: Program;
  toolName(server: string, tool: string): string;
  start(setting: Setting): Promise<Started> | Started;
}
