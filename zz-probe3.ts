import { symlinkSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { askClient } from './test-clients/ask-client.ts';
import { cacheFolder } from './test-clients/cache.ts';
import { testClients } from './test-clients/clients.ts';
import { drivers } from './test-clients/drivers.ts';
const target = join(process.cwd(), 'test-clients/stdio-target.mjs');
const cache = cacheFolder();
const std = (box: any) => ({ command: '${T_CMD}' === 'x' ? '' : process.env.CMD ?? 'node', args: [target, '${T_TOK}', '$T_TOK', '${NOPE:-d}'], env: { LOG: box.log, A: '${T_TOK}', B: '$T_TOK', C: '${NOPE:-d}', ...(process.env.D ? { D: '${NOPE}' } : {}), E: '${T_TOK:-d}' }, cwd: process.env.CWD ? join(box.project, process.env.CWD) : join(box.project, 'sub') });
const ht = (url: string) => ({ url: `${url}/h-\${T_TOK}`, headers: { 'X-A': '${T_HDR}', 'X-B': '$T_HDR', 'X-C': '${NOPE:-d}' } });
const js = (box: any, url: string, type = true, extra = {}) => JSON.stringify({ mcpServers: { st: { ...(type ? { type: 'stdio' } : {}), ...std(box), ...extra }, ht: { ...(type ? { type: 'http' } : {}), ...ht(url), ...extra } } });
const files: Record<string, [string, string, (box: any, url: string) => string]> = {
  droid: ['~/.factory/mcp.json', '.factory/mcp.json', js],
  qoder: ['~/.qoder/settings.json', '.mcp.json', js],
  'copilot-cli': ['~/.copilot/mcp-config.json', '.mcp.json', js],
  auggie: ['~/.augment/settings.json', '.augment/settings.json', js],
  amp: ['~/.config/amp/settings.json', '.amp/settings.json', (b, u) => js(b, u, false).replace('mcpServers', 'amp.mcpServers')],
  'gemini-cli': ['~/.gemini/settings.json', '.gemini/settings.json', js],
  'qwen-code': ['~/.qwen/settings.json', '.qwen/settings.json', (b, u) => js(b, u, false).replaceAll('"url"', '"httpUrl"')],
  omp: ['~/.omp/agent/mcp.json', '.omp/mcp.json', js],
  grok: ['~/.grok/config.toml', '.grok/config.toml', (b, u) => { const s = std(b), h = ht(u); return `[mcp_servers.st]\ncommand=${JSON.stringify(s.command)}\nargs=${JSON.stringify(s.args)}\n[mcp_servers.st.env]\n${Object.entries(s.env).map(([k, v]) => `${k}=${JSON.stringify(v)}`).join('\n')}\n[mcp_servers.ht]\nurl=${JSON.stringify(h.url)}\n[mcp_servers.ht.headers]\n${Object.entries(h.headers).map(([k, v]) => `${k}=${JSON.stringify(v)}`).join('\n')}\n`; }],
};
const [id = 'droid', scope = 'user'] = process.argv.slice(2);
const client = testClients.find((c) => c.id === id)!;
const a = await askClient({ cache, client, driver: (drivers as any)[id], scope: scope as any, names: ['st', 'ht'], prepare: (box, url) => { mkdirSync(join(box.project, 'sub')); mkdirSync(join(box.project, 'sekret')); symlinkSync(process.execPath, join(box.home, 'node')); const f = files[id]!; let t = f[2](box, url); if (process.env.COMMENT) { if (process.env.COMMENT !== "tail") t = "// hi\n" + t.replace(/\}$/, " /* c */ }"); else t = t.replace(/\}$/, ", }"); } box.put(scope === "user" ? f[0] : f[1], t); } });
console.log('==', id, scope, JSON.stringify(a.listed));
console.log('complaints', a.complaints);
for (const s of a.starts) console.log('start', s.argv.join(' | '), 'cwd', s.cwd.replace(/.*\/plugboard/, ''), JSON.stringify(Object.fromEntries(Object.entries(s.env).filter(([k]) => "ABCDE".includes(k)))), Object.keys(s.env).length);
for (const r of a.requests.slice(0, 3)) console.log('req', r.method, r.path, r.headers['x-a'], r.headers['x-b'], r.headers['x-c']);
if (!a.starts.length || process.env.RAW) console.log(a.raw.slice(0, 1500));
