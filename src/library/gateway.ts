/** `plugboard/gateway`: many servers behind one endpoint. */
export { type AuditLog, auditGateway, openAuditLog } from '../gateway/audit/audit-log.ts';
export { createGateway } from '../gateway/create-gateway.ts';
export { BadMessage } from '../gateway/message/bad-message.ts';
export { frameOf, readFrames, textOf, wholeOf } from '../gateway/message/frame.ts';
export { type HttpFront, type HttpOptions, serveHttp } from '../gateway/http/serve-http.ts';
export { defaultLimits, defaultSearchAbove, type GatewayOptions, type Limits, type View } from '../gateway/options.ts';
export type {
  Frame,
  Gateway,
  GatewayEvent,
  GatewayHealth,
  GatewaySession,
  JsonRpcMessage,
  OpenOptions,
  Outlet,
  RequestId,
  ServerHealth,
} from '../gateway/session/session.ts';
export type { GatewayState, Rate, SharedState, StateOptions } from '../gateway/state/gateway-state.ts';
export { openState } from '../gateway/state/open-state.ts';
export { type ClientView, readView, ViewError, viewText } from '../gateway/catalog/view-text.ts';
export { serveStdio, type StdioFrontOptions } from '../gateway/stdio/serve-stdio.ts';
