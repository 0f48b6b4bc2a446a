/** `plugboard/runtime`: find the servers of all config files, connect to them and use their tools. */
export {
  discoverAndLoadMCPTools,
  type DiscoveredTools,
  type DiscoverOptions,
  type DiscoveryError,
} from '../live/discover-and-load.ts';
export { openRuntime, type Runtime, type RuntimeOptions } from '../live/open-runtime.ts';
export { type ServerHere, serversHere, type ServersHere, type ServersHereOptions } from '../live/servers-here.ts';
export type { HiddenTexts, PinChange, ToolPins } from '../live/tools/tool-pins.ts';
export { watchRuntime } from '../live/watch/watch.ts';
export type { WatchOptions } from '../live/watch/watch-files.ts';
export { loadAllMCPConfigs, type LoadOptions } from '../discovery/load-mcp-configs.ts';
export type { LoadedConfigs } from '../discovery/loaded-configs.ts';
export type { MCPServerConfig } from '../discovery/server-config.ts';
export type { Host } from '../model/host.ts';
export type { Environment } from '../model/reference.ts';
export type { Server, Transport } from '../model/server.ts';
export { AnswerError, ConnectionError } from '../runtime/connect/errors.ts';
export type { Progress, RequestOptions, Session, SessionInfo } from '../runtime/connect/session/session.ts';
export type { Connection } from '../runtime/connection.ts';
export { createManager, type Manager, type ManagerOptions } from '../runtime/manager.ts';
export type { SignedIn } from '../runtime/sign-in/tokens/redeem.ts';
export type { SignIn, SignInStatus } from '../runtime/sign-in/create-sign-in.ts';
export type { SignInOptions } from '../runtime/sign-in/sign-in.ts';
export { SignInError, type SignInProblem } from '../runtime/sign-in/sign-in-error.ts';
export type { SignedOut } from '../runtime/sign-in/sign-out.ts';
export { comparePins, type PinDifference } from '../runtime/tools/pins/compare-pins.ts';
export { convertSchema } from '../runtime/tools/convert-schema.ts';
export { type DeferredTools, openTools, type ToolsChange, type ToolsOptions } from '../runtime/tools/deferred-tools.ts';
export type { ToolOutput } from '../runtime/tools/execute.ts';
export { type HiddenIssue, hiddenInTools } from '../runtime/tools/hidden-text/hidden-in-tools.ts';
export type { MCPTool } from '../runtime/tools/mcp-tool.ts';
export { getPrompt, listPrompts, type Prompt } from '../runtime/tools/prompts.ts';
export { listResources, listResourceTemplates, readResource, type Resource } from '../runtime/tools/resources.ts';
export { serverTokens, toolTokens } from '../runtime/tools/tokens.ts';
export { ToolAbortError } from '../runtime/tools/tool-abort-error.ts';
export { createMCPToolName } from '../model/tool-name.ts';
export { type ApprovalRecord, type Approvals, fingerprintOf } from '../runtime/trust/approval.ts';
export { type ApprovalText, describeForApproval } from '../runtime/trust/describe-for-approval.ts';
export type {
  ConnectionState,
  Failure,
  KeyValueCache,
  LogEntry,
  Origin,
  Permission,
  Resolution,
  ResolvedServer,
  ServerToRun,
} from '../runtime/types.ts';
export { type ConfigValue, resolveConfigValue, type ValueOptions } from '../runtime/values/config-value.ts';
export { type ResolveOptions, resolveServer } from '../runtime/values/resolve-server.ts';
export { nodeHost } from '../store/host/node-host.ts';
export { type CallLogEntry, followCallLog, readCallLog } from '../store/logs/call-log.ts';
export { followServerLog, readServerLog, type ServerLogEntry } from '../store/logs/server-logs.ts';
export { validateServerConfig } from '../validate/server-config.ts';
