import { commandList, instanceReload, logWrite, toolList, tui } from './admin.ts';
import { agentDelegate, skillCreate, skillList, skillLoad } from './agents.ts';
import { configGet, configUpdate, modelConfigure, permissionSet, toolConfigure } from './config.ts';
import { fileRead, fileSearch, findFiles } from './files.ts';
import { mcpAdd, mcpEnable, mcpList, mcpRemove } from './mcp.ts';
import { agentList, modelList } from './models.ts';
import { fileList, fileStatus, findSymbols, vcsDiff } from './project.ts';
import { authRemove, authSet, providerList } from './providers.ts';
import { requestList, requestReply } from './requests.ts';
import { run } from './run.ts';
import {
  sessionDelete,
  sessionFork,
  sessionGet,
  sessionRevert,
  sessionShare,
  sessionUnrevert,
  sessionUnshare,
  sessionUpdate,
} from './session/session-changes.ts';
import { sessionDiff } from './session/session-diff.ts';
import { sessionMessages } from './session/session-messages.ts';
import { sessionStatus } from './session/session-status.ts';
import { sessionCommand, sessionShell, sessionSummarize } from './session/session-work.ts';
import { sessionAbort, sessionCreate, sessionList, sessionPrompt } from './session/sessions.ts';
import { status } from './status.ts';
import type { Tool } from './tool.ts';
import { toolsetEnable, toolsetList } from './toolsets.ts';
import { worktree } from './worktree.ts';

/** All tools, in the order of tools/list. */
export const allTools: readonly Tool[] = [
  // core
  run,
  sessionCreate,
  sessionPrompt,
  sessionStatus,
  sessionMessages,
  sessionDiff,
  sessionList,
  sessionAbort,
  requestList,
  requestReply,
  fileRead,
  fileSearch,
  findFiles,
  modelList,
  agentList,
  status,
  // session
  sessionGet,
  sessionUpdate,
  sessionDelete,
  sessionFork,
  sessionRevert,
  sessionUnrevert,
  sessionSummarize,
  sessionShare,
  sessionUnshare,
  sessionCommand,
  sessionShell,
  // agents
  agentDelegate,
  skillList,
  skillLoad,
  skillCreate,
  // files
  fileList,
  fileStatus,
  vcsDiff,
  findSymbols,
  worktree,
  // config
  modelConfigure,
  configGet,
  configUpdate,
  providerList,
  authSet,
  authRemove,
  permissionSet,
  toolConfigure,
  // mcp
  mcpList,
  mcpAdd,
  mcpRemove,
  mcpEnable,
  // admin
  toolList,
  commandList,
  instanceReload,
  tui,
  logWrite,
  toolsetList,
  toolsetEnable,
];
