/** Many servers behind one front: `plugboard/gateway`. */
export { type AuditLog, auditGateway, openAuditLog } from './audit/audit-log.ts';
export { createGateway } from './create-gateway.ts';
export { BadMessage } from './bad-message.ts';
export { frameOf, readFrames, textOf, wholeOf } from './frame.ts';
export { type HttpFront, type HttpOptions, serveHttp } from './http/serve-http.ts';
export { defaultLimits, defaultSearchAbove, type GatewayOptions, type Limits, type View } from './options.ts';
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
} from './session.ts';
export { type ClientView, readView, ViewError, viewText } from './view-text.ts';
export { serveStdio, type StdioFrontOptions } from './stdio/serve-stdio.ts';
