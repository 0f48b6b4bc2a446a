import { addMcp } from './drivers/add-mcp.ts';
import { claude } from './drivers/claude.ts';
import { codex } from './drivers/codex.ts';
import { dotagents } from './drivers/dotagents.ts';
import { gemini } from './drivers/gemini.ts';
import { installMcp } from './drivers/install-mcp.ts';
import { mcporter } from './drivers/mcporter.ts';
import { opencode } from './drivers/opencode.ts';
import { plugboard } from './drivers/plugboard.ts';
import { ruler } from './drivers/ruler.ts';
import { rulesync } from './drivers/rulesync.ts';
import type { Tool } from './tool.ts';

/** Plugboard, the tools that do the same work, and the clients' own commands. */
export const tools: readonly Tool[] = [
  plugboard,
  addMcp,
  installMcp,
  mcporter,
  rulesync,
  ruler,
  dotagents,
  claude,
  codex,
  opencode,
  gemini,
];
