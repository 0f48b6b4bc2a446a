import type { Driver } from './answer.ts';
import { amp } from './ask/amp.ts';
import { auggie } from './ask/auggie.ts';
import { claudeCode } from './ask/claude-code.ts';
import { clineCli } from './ask/cline-cli.ts';
import { codex } from './ask/codex.ts';
import { commandCode } from './ask/command-code.ts';
import { continueClient } from './ask/continue.ts';
import { copilotCli } from './ask/copilot-cli.ts';
import { droid } from './ask/droid.ts';
import { geminiCli } from './ask/gemini-cli.ts';
import { grok } from './ask/grok.ts';
import { kilo } from './ask/kilo.ts';
import { kimiCode } from './ask/kimi-code.ts';
import { mcporter } from './ask/mcporter.ts';
import { nanocoder } from './ask/nanocoder.ts';
import { omp } from './ask/omp.ts';
import { opencode } from './ask/opencode.ts';
import { pi } from './ask/pi.ts';
import { qoder } from './ask/qoder.ts';
import { qodo } from './ask/qodo.ts';
import { qwenCode } from './ask/qwen-code.ts';
import { vscode } from './ask/vscode.ts';
import type { TestClientId } from './clients.ts';

export const drivers: Readonly<Record<TestClientId, Driver>> = {
  'claude-code': claudeCode,
  opencode,
  codex,
  'gemini-cli': geminiCli,
  'qwen-code': qwenCode,
  'copilot-cli': copilotCli,
  amp,
  'cline-cli': clineCli,
  kilo,
  grok,
  qoder,
  auggie,
  droid,
  omp,
  continue: continueClient,
  'kimi-code': kimiCode,
  mcporter,
  vscode,
  nanocoder,
  pi,
  qodo,
  'command-code': commandCode,
};
