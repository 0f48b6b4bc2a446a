import { CallFailure } from '../mcp/failure.ts';

/** Stable error codes of tools. */
export type FailureCode =
  | 'INVALID_INPUT'
  | 'SERVER_UNREACHABLE'
  | 'PROGRAM_MISSING'
  | 'AUTH_FAILED'
  | 'DIRECTORY_INVALID'
  | 'SESSION_NOT_FOUND'
  | 'SESSION_BUSY'
  | 'MESSAGE_NOT_FOUND'
  | 'REQUEST_NOT_FOUND'
  | 'MODEL_NOT_FOUND'
  | 'PROVIDER_NOT_FOUND'
  | 'AGENT_NOT_FOUND'
  | 'COMMAND_NOT_FOUND'
  | 'SKILL_NOT_FOUND'
  | 'SKILL_EXISTS'
  | 'MCP_NOT_FOUND'
  | 'MERGE_FAILED'
  | 'FILE_NOT_FOUND'
  | 'RG_MISSING'
  | 'PROVIDER_ERROR'
  | 'OUTPUT_INVALID'
  | 'CONFIG_INVALID'
  | 'CONFIG_CONFLICT'
  | 'CONFIRMATION_REQUIRED'
  | 'ACCESS_DENIED'
  | 'TOOL_DISABLED'
  | 'ABORTED'
  | 'TIMEOUT'
  | 'UNSUPPORTED'
  | 'UPSTREAM_500'
  | 'INTERNAL';

/** An error of a tool of this server. */
export class ToolFailure extends CallFailure<FailureCode> {}
