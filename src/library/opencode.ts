/** `plugboard/opencode`: OpenCode as an MCP server. */
export type { App } from '../opencode/app.ts';
export { buildServer } from '../opencode/build-server.ts';
export { type AppOptions, makeApp } from '../opencode/make-app.ts';
export { serve } from '../opencode/serve.ts';
export { readSettings, type SettingFlags, type Settings } from '../opencode/settings.ts';
export { allTools } from '../opencode/tools/all-tools.ts';
export { type HttpFront, listenHttp } from '../opencode/transport/http.ts';
