// Generated from the files in definitions/ by `npm run generate`.
import { amazonQ } from './definitions/amazon-q.ts';
import { amp } from './definitions/amp.ts';
import { antigravity } from './definitions/antigravity.ts';
import { anythingllm } from './definitions/anythingllm.ts';
import { auggie } from './definitions/auggie.ts';
import { canonical } from './definitions/canonical.ts';
import { claudeCode } from './definitions/claude-code.ts';
import { claudeDesktop } from './definitions/claude-desktop.ts';
import { clineCli } from './definitions/cline-cli.ts';
import { clineVscode } from './definitions/cline-vscode.ts';
import { codex } from './definitions/codex.ts';
import { commandCode } from './definitions/command-code.ts';
import { continueClient } from './definitions/continue.ts';
import { copilotCli } from './definitions/copilot-cli.ts';
import { copilotJetbrains } from './definitions/copilot-jetbrains.ts';
import { copilotXcode } from './definitions/copilot-xcode.ts';
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
import { librechat } from './definitions/librechat.ts';
import { lmstudio } from './definitions/lmstudio.ts';
import { mcpJson } from './definitions/mcp-json.ts';
import { mcporter } from './definitions/mcporter.ts';
import { nanocoder } from './definitions/nanocoder.ts';
import { omp } from './definitions/omp.ts';
import { opencode } from './definitions/opencode.ts';
import { pi } from './definitions/pi.ts';
import { qoder } from './definitions/qoder.ts';
import { qodo } from './definitions/qodo.ts';
import { qwenCode } from './definitions/qwen-code.ts';
import { roo } from './definitions/roo.ts';
import { sep2633 } from './definitions/sep-2633.ts';
import { trae } from './definitions/trae.ts';
import { visualStudio } from './definitions/visual-studio.ts';
import { vscode } from './definitions/vscode.ts';
import { warp } from './definitions/warp.ts';
import { windsurf } from './definitions/windsurf.ts';
import { zed } from './definitions/zed.ts';
import type { Client } from './types.ts';

export type ClientId =
  | 'amazon-q'
  | 'amp'
  | 'antigravity'
  | 'anythingllm'
  | 'auggie'
  | 'canonical'
  | 'claude-code'
  | 'claude-desktop'
  | 'cline-cli'
  | 'cline-vscode'
  | 'codex'
  | 'command-code'
  | 'continue'
  | 'copilot-cli'
  | 'copilot-jetbrains'
  | 'copilot-xcode'
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
  | 'librechat'
  | 'lmstudio'
  | 'mcp-json'
  | 'mcporter'
  | 'nanocoder'
  | 'omp'
  | 'opencode'
  | 'pi'
  | 'qoder'
  | 'qodo'
  | 'qwen-code'
  | 'roo'
  | 'sep-2633'
  | 'trae'
  | 'visual-studio'
  | 'vscode'
  | 'warp'
  | 'windsurf'
  | 'zed';

/** Created on first use, because most commands need only one or two clients. */
const created: Partial<Record<ClientId, Client>> = {};

export const clients: Readonly<Record<ClientId, Client>> = {
  get 'amazon-q'() {
    return (created['amazon-q'] ??= amazonQ());
  },
  get amp() {
    return (created['amp'] ??= amp());
  },
  get antigravity() {
    return (created['antigravity'] ??= antigravity());
  },
  get anythingllm() {
    return (created['anythingllm'] ??= anythingllm());
  },
  get auggie() {
    return (created['auggie'] ??= auggie());
  },
  get canonical() {
    return (created['canonical'] ??= canonical());
  },
  get 'claude-code'() {
    return (created['claude-code'] ??= claudeCode());
  },
  get 'claude-desktop'() {
    return (created['claude-desktop'] ??= claudeDesktop());
  },
  get 'cline-cli'() {
    return (created['cline-cli'] ??= clineCli());
  },
  get 'cline-vscode'() {
    return (created['cline-vscode'] ??= clineVscode());
  },
  get codex() {
    return (created['codex'] ??= codex());
  },
  get 'command-code'() {
    return (created['command-code'] ??= commandCode());
  },
  get continue() {
    return (created['continue'] ??= continueClient());
  },
  get 'copilot-cli'() {
    return (created['copilot-cli'] ??= copilotCli());
  },
  get 'copilot-jetbrains'() {
    return (created['copilot-jetbrains'] ??= copilotJetbrains());
  },
  get 'copilot-xcode'() {
    return (created['copilot-xcode'] ??= copilotXcode());
  },
  get crush() {
    return (created['crush'] ??= crush());
  },
  get cursor() {
    return (created['cursor'] ??= cursor());
  },
  get droid() {
    return (created['droid'] ??= droid());
  },
  get 'gemini-cli'() {
    return (created['gemini-cli'] ??= geminiCli());
  },
  get goose() {
    return (created['goose'] ??= goose());
  },
  get grok() {
    return (created['grok'] ??= grok());
  },
  get 'jetbrains-air'() {
    return (created['jetbrains-air'] ??= jetbrainsAir());
  },
  get junie() {
    return (created['junie'] ??= junie());
  },
  get kilo() {
    return (created['kilo'] ??= kilo());
  },
  get 'kimi-code'() {
    return (created['kimi-code'] ??= kimiCode());
  },
  get kiro() {
    return (created['kiro'] ??= kiro());
  },
  get librechat() {
    return (created['librechat'] ??= librechat());
  },
  get lmstudio() {
    return (created['lmstudio'] ??= lmstudio());
  },
  get 'mcp-json'() {
    return (created['mcp-json'] ??= mcpJson());
  },
  get mcporter() {
    return (created['mcporter'] ??= mcporter());
  },
  get nanocoder() {
    return (created['nanocoder'] ??= nanocoder());
  },
  get omp() {
    return (created['omp'] ??= omp());
  },
  get opencode() {
    return (created['opencode'] ??= opencode());
  },
  get pi() {
    return (created['pi'] ??= pi());
  },
  get qoder() {
    return (created['qoder'] ??= qoder());
  },
  get qodo() {
    return (created['qodo'] ??= qodo());
  },
  get 'qwen-code'() {
    return (created['qwen-code'] ??= qwenCode());
  },
  get roo() {
    return (created['roo'] ??= roo());
  },
  get 'sep-2633'() {
    return (created['sep-2633'] ??= sep2633());
  },
  get trae() {
    return (created['trae'] ??= trae());
  },
  get 'visual-studio'() {
    return (created['visual-studio'] ??= visualStudio());
  },
  get vscode() {
    return (created['vscode'] ??= vscode());
  },
  get warp() {
    return (created['warp'] ??= warp());
  },
  get windsurf() {
    return (created['windsurf'] ??= windsurf());
  },
  get zed() {
    return (created['zed'] ??= zed());
  },
};
