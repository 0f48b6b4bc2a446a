import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hiddenSpans } from '../../src/model/secrets/hidden-spans.ts';
import { maskLine } from '../../src/model/secrets/secret.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/clients', import.meta.url));
const files = readdirSync(fixtures, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name));

it('hides nothing in the files of assistants, which hold references and no secrets', () => {
  expect(files.length).toBeGreaterThan(200);
  const hidden = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return hiddenSpans(text).map(({ start, end }) => text.slice(text.lastIndexOf('\n', start) + 1, end).trim());
  });
  expect(hidden).toEqual([]);
});

describe('an ordinary definition is shown as it is', () => {
  it.each([
    'npx -y @modelcontextprotocol/server-filesystem@2025.11.25 /Users/me/Projects/App2024 ~/notes',
    'npx -y -p @scope/tools@1.2.3 serve-tools',
    'npx -p mcp-server-git mcp-server-git --repository .',
    'uvx --from git+https://github.com/oraios/serena serena-mcp-server --context ide-assistant',
    'uvx --from git+https://git@github.com/me/repo@0f3a9c1b2d4e5f60718293a4b5c6d7e8f9012345 run',
    'uv --directory /srv/servers/weather run weather.py -p 3.12',
    'docker run -i --rm -p 127.0.0.1:8080:80 -p 9000:9000/tcp -u 1000:1000 -e GITHUB_PERSONAL_ACCESS_TOKEN ghcr.io/github/github-mcp-server:v0.20.1',
    'docker run mcp/postgres@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'node --max-old-space-size=4096 --experimental-strip-types build/index.js --port 3000',
    'python3 -m mcp_server_fetch --user-agent "Mozilla/5.0 (X11; Linux x86_64)" --ignore-robots-txt',
    'deno run -A jsr:@db/sqlite@0.12.0/mcp --db ./data/app2.sqlite3',
    'curl -k https://localhost:8443/health',
    'java -jar /opt/mcp/server-1.4.2-SNAPSHOT.jar --spring.profiles.active=stdio',
    'mcp-remote https://mcp.linear.app/sse --transport http-only --header "Accept: application/json"',
    'server --model claude-3-5-sonnet-20241022 --region eu-central-1 --session 550e8400-e29b-41d4-a716-446655440000',
    'https://api.githubcopilot.com/mcp/x/repos/readonly',
    'https://mcp.supabase.com/mcp?project_ref=abcdefghijklmnopqrst&read_only=true&features=database,docs',
    'https://mcp.example.com/v1/sse?workspace_id=8f14e45f-ceea-467f-a830-2d3c0c6f1b7a&lang=en-US&since=2025-11-25',
    'https://packages.example.com/@scope/pkg/-/pkg-1.2.3.tgz#sha256=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    'ssh://git@github.com:22/me/repo.git#main',
    'postgresql://localhost:5432/postgres?sslmode=require&application_name=mcp-server-2',
    'bearer_token_env_var = "GITHUB_TOKEN"',
    'env_http_headers = { "X-Api-Key" = "LINEAR_API_KEY" }',
    'env_keys: [GITHUB_TOKEN, LINEAR_API_KEY]',
    '"auth": "oauth"',
    '"API_KEY": "<your key here>"',
    '"TOKEN": "$(pass show notes/token)"',
    '"TOKEN": "${TOKEN:-none}"',
    'server -p3000 -p8080:80 -uroot -kubernetes -I/usr/include/v2 -Xmx512m -pthread -profile2 -p/srv/data1/x',
    '"LED_PIN": "13", "PIN_COUNT": "24", "PINECONE_INDEX": "docs"',
    '"MAX_TOKENS": "4096", "TOKEN_LIMIT": 100000, "AUTHOR": "me"',
  ])('%s', (line) => expect(maskLine(line)).toBe(line));
});

describe('secrets that nothing but their place or their looks tells', () => {
  it.each([
    ['http://k9Zq27Lm@host.example/mcp', 'http://••••••••@host.example/mcp'],
    ['https://abc:x-oauth-basic@github.com/me/repo', 'https://••••••••:••••••••@github.com/me/repo'],
    ['https://ann@corp.example:hunter2@host.example/', 'https://ann@corp.example:••••••••@host.example/'],
    ['https://${USER_NAME}@host.example/', 'https://${USER_NAME}@host.example/'],
    ['https://h.example/mcp?zz=k9Zq27LmX1p4&page=2', 'https://h.example/mcp?zz=••••••••&page=2'],
    ['https://h.example/mcp?k9Zq27LmX1p4', 'https://h.example/mcp?••••••••'],
    ['https://h.example/mcp#k9Zq27LmX1p4', 'https://h.example/mcp#••••••••'],
    ['server -k hunter2 --port 80', 'server -k •••••••• --port 80'],
    ['server -k=hunter2 --port 80', 'server -k=•••••••• --port 80'],
    ['["-p", "hunter2", "-v"]', '["-p", "••••••••", "-v"]'],
    ['mysql -pk9Zq27Lm -h db', 'mysql -p•••••••• -h db'],
    ['["-kk9Zq27LmX1p4", "-v"]', '["-k••••••••", "-v"]'],
    ['["-uann:hunter2"]', '["-uann:••••••••"]'],
    ['"PIN": "4829", "CARD_PIN": "0000"', '"PIN": "••••••••", "CARD_PIN": "••••••••"'],
    ['https://h.example/mcp/k9Zq27LmX1p4k9Zq27LmX1p4k9Zq27LmX1p4x/sse', 'https://h.example/mcp/••••••••/sse'],
    ['curl -u me:hunter2 https://h.example', 'curl -u me:•••••••• https://h.example'],
    ['-H "Authorization: Bearer hunter2"', '-H "Authorization: Bearer ••••••••"'],
  ])('%s', (line, masked) => expect(maskLine(line)).toBe(masked));
});
