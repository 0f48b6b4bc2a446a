// Generated from the files in definitions/ by `npm run generate`.
import { amazonQ } from './definitions/amazon-q.ts';
import { antigravity } from './definitions/antigravity.ts';
import { claudeCode } from './definitions/claude-code.ts';
import { codex } from './definitions/codex.ts';
import { continueClient } from './definitions/continue.ts';
import { cursor } from './definitions/cursor.ts';
import { goose } from './definitions/goose.ts';
import { jetbrainsAir } from './definitions/jetbrains-air.ts';
import { junie } from './definitions/junie.ts';
import { kiro } from './definitions/kiro.ts';
import { lmstudio } from './definitions/lmstudio.ts';
import { mcporter } from './definitions/mcporter.ts';
import { opencode } from './definitions/opencode.ts';
import { roo } from './definitions/roo.ts';
import { sep2633 } from './definitions/sep-2633.ts';
import { vscode } from './definitions/vscode.ts';
import { warp } from './definitions/warp.ts';
import { windsurf } from './definitions/windsurf.ts';
import { zed } from './definitions/zed.ts';
import type { Client } from './types.ts';

export type ClientId =
  | 'amazon-q'
  | 'antigravity'
  | 'claude-code'
  | 'codex'
  | 'continue'
  | 'cursor'
  | 'goose'
  | 'jetbrains-air'
  | 'junie'
  | 'kiro'
  | 'lmstudio'
  | 'mcporter'
  | 'opencode'
  | 'roo'
  | 'sep-2633'
  | 'vscode'
  | 'warp'
  | 'windsurf'
  | 'zed';

export const clients: Readonly<Record<ClientId, Client>> = {
  'amazon-q': amazonQ,
  antigravity,
  'claude-code': claudeCode,
  codex,
  continue: continueClient,
  cursor,
  goose,
  'jetbrains-air': jetbrainsAir,
  junie,
  kiro,
  lmstudio,
  mcporter,
  opencode,
  roo,
  'sep-2633': sep2633,
  vscode,
  warp,
  windsurf,
  zed,
};
