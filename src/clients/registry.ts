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

/** Each is made when somebody asks for it, because most commands are about one or two of them. */
const made: Partial<Record<ClientId, Client>> = {};

export const clients: Readonly<Record<ClientId, Client>> = {
  get 'amazon-q'() {
    return (made['amazon-q'] ??= amazonQ());
  },
  get amp() {
    return (made['amp'] ??= amp());
  },
  get antigravity() {
    return (made['antigravity'] ??= antigravity());
  },
  get auggie() {
    return (made['auggie'] ??= auggie());
  },
  get canonical() {
    return (made['canonical'] ??= canonical());
  },
  get 'claude-code'() {
    return (made['claude-code'] ??= claudeCode());
  },
  get 'claude-desktop'() {
    return (made['claude-desktop'] ??= claudeDesktop());
  },
  get 'cline-cli'() {
    return (made['cline-cli'] ??= clineCli());
  },
  get 'cline-vscode'() {
    return (made['cline-vscode'] ??= clineVscode());
  },
  get codex() {
    return (made['codex'] ??= codex());
  },
  get continue() {
    return (made['continue'] ??= continueClient());
  },
  get 'copilot-cli'() {
    return (made['copilot-cli'] ??= copilotCli());
  },
  get crush() {
    return (made['crush'] ??= crush());
  },
  get cursor() {
    return (made['cursor'] ??= cursor());
  },
  get droid() {
    return (made['droid'] ??= droid());
  },
  get 'gemini-cli'() {
    return (made['gemini-cli'] ??= geminiCli());
  },
  get goose() {
    return (made['goose'] ??= goose());
  },
  get grok() {
    return (made['grok'] ??= grok());
  },
  get 'jetbrains-air'() {
    return (made['jetbrains-air'] ??= jetbrainsAir());
  },
  get junie() {
    return (made['junie'] ??= junie());
  },
  get kilo() {
    return (made['kilo'] ??= kilo());
  },
  get 'kimi-code'() {
    return (made['kimi-code'] ??= kimiCode());
  },
  get kiro() {
    return (made['kiro'] ??= kiro());
  },
  get lmstudio() {
    return (made['lmstudio'] ??= lmstudio());
  },
  get 'mcp-json'() {
    return (made['mcp-json'] ??= mcpJson());
  },
  get mcporter() {
    return (made['mcporter'] ??= mcporter());
  },
  get omp() {
    return (made['omp'] ??= omp());
  },
  get opencode() {
    return (made['opencode'] ??= opencode());
  },
  get qoder() {
    return (made['qoder'] ??= qoder());
  },
  get 'qwen-code'() {
    return (made['qwen-code'] ??= qwenCode());
  },
  get roo() {
    return (made['roo'] ??= roo());
  },
  get 'sep-2633'() {
    return (made['sep-2633'] ??= sep2633());
  },
  get vscode() {
    return (made['vscode'] ??= vscode());
  },
  get warp() {
    return (made['warp'] ??= warp());
  },
  get windsurf() {
    return (made['windsurf'] ??= windsurf());
  },
  get zed() {
    return (made['zed'] ??= zed());
  },
};
