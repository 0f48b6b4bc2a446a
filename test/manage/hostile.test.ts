import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { add } from '../../src/manage/add.ts';
import { remove } from '../../src/manage/remove.ts';
import { rename } from '../../src/manage/rename.ts';
import { applyPlan } from '../../src/store/write/apply-plan.ts';
import { target, workspace } from './support/workspace.ts';

const claude = [target('claude-code:project')];
const built = new URL('../../dist/index.js', import.meta.url).href;

describe('many processes at once', () => {
  it('each find their server in every file afterwards, and the old entries', async () => {
    const place = workspace({
      '.mcp.json': '{ "mcpServers": { "old": { "command": "node" } } }\n',
      '~/.codex/config.toml': '# mine\n[mcp_servers.old]\ncommand = "node"\n',
    });
    const script = join(place.host.cwd, 'add.mjs');
    writeFileSync(
      script,
      `import { add, clients, commit, nodeHost } from '${built}';
       const host = nodeHost();
       const targets = [{ client: clients['claude-code'], scope: 'project' }, { client: clients.codex, scope: 'user' }, { client: clients.opencode, scope: 'project' }];
       await commit(host, () => add(host, process.argv[2], { command: 'run', args: [process.argv[2]] }, targets), { patience: 300_000 });`,
    );
    const env = {
      ...process.env,
      ...place.host.env,
      HOME: place.host.home,
      XDG_CONFIG_HOME: join(place.host.home, '.config'),
    };
    const names = Array.from({ length: 32 }, (_, index) => `server-${index}`);
    const codes = await Promise.all(
      names.map(async (name) => {
        const child = spawn(process.execPath, [script, name], { cwd: place.host.cwd, env, stdio: 'inherit' });
        const [code] = (await once(child, 'exit')) as [number];
        return code;
      }),
    );
    expect(codes).toEqual(names.map(() => 0));
    for (const file of ['.mcp.json', '~/.codex/config.toml', 'opencode.jsonc']) {
      for (const name of names) expect(place.read(file), `${name} in ${file}`).toContain(name);
    }
    expect(place.read('~/.codex/config.toml')).toMatch(/^# mine\n\[mcp_servers\.old\]\n/);
    expect(JSON.parse(place.read('.mcp.json') ?? '')).toHaveProperty('mcpServers.old');
  });
});

describe('odd files', () => {
  it.each([
    ['an empty one', ''],
    [
      'one with a byte order mark and Windows line ends',
      '\ufeff{\r\n\t"mcpServers": {\r\n\t\t"old": {"command": "x"}\r\n\t}\r\n}',
    ],
    ['one without a final line end', '{"theme":"dark"}'],
  ])('are written without harm: %s', async (_name, before) => {
    const place = workspace({ '.mcp.json': before });
    await applyPlan(place.host, await add(place.host, 'x', { command: 'a' }, claude));
    expect(place.read('.mcp.json')).toContain('"x"');
    await applyPlan(place.host, await remove(place.host, 'x', claude));
    expect(place.read('.mcp.json')).toBe(before);
  });

  it.each([
    ['a comment in strict JSON', '{ "mcpServers": {} /* no */ }'],
    ['a key that is given twice', '{ "mcpServers": {}, "mcpServers": {} }'],
    ['half a document', '{ "mcpServers": {'],
  ])('are refused and stay as they are: %s', async (_name, before) => {
    const place = workspace({ '.mcp.json': before });
    await expect(add(place.host, 'x', { command: 'a' }, claude)).rejects.toMatchObject({ code: 'document-malformed' });
    expect(place.read('.mcp.json')).toBe(before);
  });

  it('take names as they come', async () => {
    const place = workspace({ '.mcp.json': '{ "mcpServers": { "größe": { "command": "x" } } }' });
    const long = 'n'.repeat(100);
    for (const name of ['__proto__', 'constructor', long]) {
      await applyPlan(place.host, await add(place.host, name, { command: 'a' }, claude));
      expect(place.read('.mcp.json')).toContain(`"${name}"`);
    }
    await expect(add(place.host, `${long}n`, { command: 'a' }, claude)).rejects.toMatchObject({
      code: 'server-invalid',
    });
    await applyPlan(place.host, await rename(place.host, 'größe', 'size', claude));
    expect(Object.keys((JSON.parse(place.read('.mcp.json') ?? '') as { mcpServers: object }).mcpServers)).toEqual([
      'size',
      '__proto__',
      'constructor',
      long,
    ]);
  });

  it('that change between plan and apply are a conflict', async () => {
    const place = workspace({ '.mcp.json': '{}' });
    const plan = await add(place.host, 'x', { command: 'a' }, [...claude, target('codex:user')]);
    place.write('.mcp.json', '{ "by": "someone else" }');
    await expect(applyPlan(place.host, plan)).rejects.toMatchObject({ code: 'conflict' });
    expect(place.files()).toEqual({ '.mcp.json': '{ "by": "someone else" }' });
  });
});
