export { type App, type AppOptions, makeApp } from './app.ts';
export { buildServer } from './build-server.ts';
export { serve } from './serve.ts';
export { readSettings, type SettingFlags, type Settings } from './settings.ts';
export { allTools } from './tools/all-tools.ts';
export { type HttpFront, listenHttp } from './transport/http.ts';
