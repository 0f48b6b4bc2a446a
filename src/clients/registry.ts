// Generated from the files in definitions/ by `npm run generate`.
import { amazonQ } from './definitions/amazon-q.ts';
import { amp } from './definitions/amp.ts';
import { antigravity } from './definitions/antigravity.ts';
import { auggie } from './definitions/auggie.ts';
import { canonical } from './definitions/canonical.ts';
import { claudeCode } from './definitions/claude-code.ts';
import { claudeDesktop } from './definitions/claude-desktop.ts';
import { clineCli } from './definitions/cline-cli.ts';
import { clineVscode } from './definitions/cline-vscode.ts';
import { codex } from './definitions/codex.ts';
import { continueClient } from './definitions/continue.ts';
import { copilotCli } from './definitions/copilot-cli.ts';
import { crush } from './definitions/crush.ts';
import { cursor } from './definitions/cursor.ts';
import { droid } from './definitions/droid.ts';
import { geminiCli } from './definitions/gemini-cli.ts';
import { goose } from './definitions/goose.ts';
import { grok } from './definitions/grok.ts';
import { jetbrainsAir } from './definitions/jetbrains-air.ts';
import { junie } from './definitions/junie.ts';
import { kilo } from './definitions/kilo.ts';
import { kimiCode } from './definitions/kimi-code.ts';
import { kiro } from './definitions/kiro.ts';
import { lmstudio } from './definitions/lmstudio.ts';
import { mcpJson } from './definitions/mcp-json.ts';
import { mcporter } from './definitions/mcporter.ts';
import { omp } from './definitions/omp.ts';
import { opencode } from './definitions/opencode.ts';
import { qoder } from './definitions/qoder.ts';
import { qwenCode } from './definitions/qwen-code.ts';
import { roo } from './definitions/roo.ts';
import { sep2633 } from './definitions/sep-2633.ts';
import { vscode } from './definitions/vscode.ts';
import { warp } from './definitions/warp.ts';
import { windsurf } from './definitions/windsurf.ts';
import { zed } from './definitions/zed.ts';
import type { Client } from './types.ts';

export type ClientId =
  | 'amazon-q'
  | 'amp'
  | 'antigravity'
  | 'auggie'
  | 'canonical'
  | 'claude-code'
  | 'claude-desktop'
  | 'cline-cli'
  | 'cline-vscode'
  | 'codex'
  | 'continue'
  | 'copilot-cli'
  | 'crush'
  | 'cursor'
  | 'droid'
  | 'gemini-cli'
  | 'goose'
  | 'grok'
  | 'jetbrains-air'
  | 'junie'
  | 'kilo'
  | 'kimi-code'
  | 'kiro'
  | 'lmstudio'
  | 'mcp-json'
  | 'mcporter'
  | 'omp'
  | 'opencode'
  | 'qoder'
  | 'qwen-code'
  | 'roo'
  | 'sep-2633'
  | 'vscode'
  | 'warp'
  | 'windsurf'
  | 'zed';

export const clients: Readonly<Record<ClientId, Client>> = {
  'amazon-q': amazonQ,
  amp,
  antigravity,
  auggie,
  canonical,
  'claude-code': claudeCode,
  'claude-desktop': claudeDesktop,
  'cline-cli': clineCli,
  'cline-vscode': clineVscode,
  codex,
  continue: continueClient,
  'copilot-cli': copilotCli,
  crush,
  cursor,
  droid,
  'gemini-cli': geminiCli,
  goose,
  grok,
  'jetbrains-air': jetbrainsAir,
  junie,
  kilo,
  'kimi-code': kimiCode,
  kiro,
  lmstudio,
  'mcp-json': mcpJson,
  mcporter,
  omp,
  opencode,
  qoder,
  'qwen-code': qwenCode,
  roo,
  'sep-2633': sep2633,
  vscode,
  warp,
  windsurf,
  zed,
};
