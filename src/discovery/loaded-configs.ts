import type { Diagnostic } from '../model/diagnostics/diagnostic.ts';
import type { Scope } from '../model/scope.ts';
import type { MCPServerConfig } from './server-config.ts';
import type { DiscoveredEntry } from './types.ts';

/** The location of a definition. */
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
  /** The active definition; absent if there is none. */
  readonly by?: ConfigSource;
  readonly issues: readonly Diagnostic[];
}

export interface DisabledConfig extends ConfigSource {
  readonly name: string;
}

export interface LoadedConfigs {
  readonly configs: Readonly<Record<string, MCPServerConfig>>;
  /** Where each config comes from. */
  readonly sources: Readonly<Record<string, ConfigSource>>;
  readonly shadowed: readonly ShadowedConfig[];
  /** Disabled servers. Disabling is final: a definition of lower priority does not enable them again. */
  readonly disabled: readonly DisabledConfig[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** The line is computed on access, because most callers do not need it. */
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
