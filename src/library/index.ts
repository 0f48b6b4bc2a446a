/** `plugboard`: read, plan and write config files. */
import { expandDeep, type Environment } from '../model/reference.ts';

export { putEntry, removeEntry, renameEntry, type ClientDocument, type EntryEdit } from '../clients/edit-entry.ts';
export { readDocument, type Entry } from '../clients/read-document.ts';
export { clients, type ClientId } from '../clients/registry.ts';
export type { Client, Place } from '../clients/types.ts';
export { loadFormat } from '../formats/index.ts';
export { applyEdits } from '../formats/edit-list.ts';
export { removeValue, renameKey, setValue, type RemoveOptions } from '../formats/edit.ts';
export type { Document, Edit, Format, FormatId, Location } from '../formats/types.ts';
export { loadAllMCPConfigs, type LoadOptions } from '../discovery/load-mcp-configs.ts';
export type { ConfigSource, DisabledConfig, LoadedConfigs, ShadowedConfig } from '../discovery/loaded-configs.ts';
export type { MCPServerConfig } from '../discovery/server-config.ts';
export { discover, type DiscoveryOptions } from '../discovery/discover.ts';
export type {
  DiscoveredClient,
  DiscoveredEntry,
  Discovery,
  Shadowed,
  ShadowReason,
  Verdict,
} from '../discovery/types.ts';
export { add, type Conflict } from '../manage/add.ts';
export { copy, type CopyOptions, importServers } from '../manage/copy.ts';
export { compareWithCatalog } from '../manage/compare/compare-with-catalog.ts';
export { unifiedDiff } from '../manage/compare/diff.ts';
export { findReferences } from '../manage/references/find-references.ts';
export { listServers, type ListOptions, type ServerList } from '../manage/list-servers.ts';
export type { ListedServer, ServerState } from '../manage/listed-server.ts';
export {
  type Pasted,
  type PastedKind,
  type PastedServer,
  type PasteOptions,
  readPasted,
} from '../manage/paste/read-pasted.ts';
export { remove, type RemovalOptions } from '../manage/remove.ts';
export { clone, rename } from '../manage/rename.ts';
export { setEnabled } from '../manage/set-enabled.ts';
export type { Target } from '../manage/plan/target.ts';
export { update } from '../manage/update.ts';
export { translate, type Translation, type TranslationOptions } from '../manage/translation/translate.ts';
export { validateText, type ValidationOptions } from '../manage/validate-text.ts';
export { examine, type ExamineOptions } from '../doctor/examine.ts';
export { toSarif } from '../doctor/sarif.ts';
export type { Examination, Issue, Fix } from '../doctor/types.ts';
export { formatConfigDisplayName } from '../sets/display-name.ts';
export { MissingConfigDirectoryError } from '../sets/missing-config-directory.ts';
export { type McpConfig, scanMcpConfigs } from '../sets/scan-mcp-configs.ts';
export { describe, type Diagnostic, type DiagnosticCode } from '../model/diagnostics/diagnostic.ts';
export { PlugboardError, type ErrorCode } from '../model/diagnostics/error.ts';
export type { Loss } from '../model/diagnostics/loss.ts';
export type { Position, Range, Span } from '../model/diagnostics/position.ts';
export { type Environment, splitReferences, type VariableReference } from '../model/reference.ts';
export type { Scope } from '../model/scope.ts';
export { isPlainSecret, maskLine, maskValue } from '../model/secrets/secret.ts';
export { inferTransport, type Server, type Transport } from '../model/server.ts';
export type { Host } from '../model/host.ts';
export { applyPlan, commit, type Applied, type ApplyOptions } from '../store/write/apply-plan.ts';
export { listHistory, readHistory, type HistoryDetails, type HistoryEntry } from '../store/journal/history.ts';
export { nodeHost } from '../store/host/node-host.ts';
export type { FileChange, Plan } from '../store/write/plan.ts';
export { undo } from '../store/journal/undo.ts';
export { Literal, type Path, type Value } from '../model/value.ts';
export { checkDocument } from '../validate/document-rules.ts';
export { McpConfigSchema } from '../validate/mcp-config-schema.ts';
export {
  formatValidationErrors,
  type McpConfigType,
  type ServerConfig,
  validateMcpConfig,
  type ValidationError,
  type ValidationResult,
} from '../validate/mcp-config.ts';
export { validateServerConfig, validateServerName } from '../validate/server-config.ts';

/** Expands `${VAR}` and `${VAR:-default}` in every text of a value; what is not set stays as it is written. */
export function expandEnvVarsDeep<T>(value: T, env: Environment = process.env): T {
  return expandDeep(value, env);
}
