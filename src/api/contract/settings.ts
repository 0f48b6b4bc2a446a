import type { PathView } from './common.ts';

/** `GET /api/settings`, `PUT /api/settings` with the changed fields. Stored with Plugboard's own settings. */
export interface Settings {
  readonly theme: 'system' | 'light' | 'dark';
  readonly shortcuts: boolean;
  /** Minutes without an open page before the API server exits; 0 means never. */
  readonly idleExitMinutes: number;
}

export interface SettingsAnswer {
  readonly settings: Settings;
  readonly places: readonly { readonly what: string; readonly path: PathView }[];
  readonly version: string;
  /** Where tokens are stored: the OS keychain or an encrypted file. */
  readonly secretsKeptIn: string;
  readonly backups: { readonly count: number };
}
