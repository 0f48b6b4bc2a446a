import type { Diagnostic } from '../model/diagnostic.ts';
import type { Scope } from '../model/scope.ts';
import type { MCPServerConfig } from './server-config.ts';
import type { DiscoveredEntry } from './types.ts';

/** Where a definition stands. */
export interface ConfigSource {
  readonly client: string;
  readonly scope: Scope;
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
}

export interface ShadowedConfig extends ConfigSource {
  readonly name: string;
  readonly why: 'invalid' | 'higher-priority';
  /** The definition that counts instead; absent when there is none. */
  readonly by?: ConfigSource;
  readonly findings: readonly Diagnostic[];
}

export interface DisabledConfig extends ConfigSource {
  readonly name: string;
}

export interface LoadedConfigs {
  readonly configs: Readonly<Record<string, MCPServerConfig>>;
  /** Where each config comes from. */
  readonly sources: Readonly<Record<string, ConfigSource>>;
  readonly shadowed: readonly ShadowedConfig[];
  /** Servers that are switched off, which is final: a definition elsewhere does not bring them back. */
  readonly disabled: readonly DisabledConfig[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** The line is counted when it is asked for, because for most definitions nobody does. */
export function sourceOf(entry: DiscoveredEntry): ConfigSource {
  return {
    client: entry.client.id,
    scope: entry.scope,
    file: entry.file,
    get line() {
      return entry.range?.start.line ?? 1;
    },
  };
}
