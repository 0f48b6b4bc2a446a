import { claudeCode } from './definitions/claude-code.ts';
import { codex } from './definitions/codex.ts';
import { opencode } from './definitions/opencode.ts';
import type { Client } from './types.ts';

export type ClientId = 'claude-code' | 'codex' | 'opencode';

export const clients: Readonly<Record<ClientId, Client>> = { 'claude-code': claudeCode, codex, opencode };
