import type { Client } from '../clients/types.ts';
import { loadFormat } from '../formats/index.ts';
import { simpleValue } from '../formats/simple-value.ts';
import type { FormatId } from '../formats/types.ts';
import type { Host } from '../model/host.ts';
import { type Path, type Value, valueAt } from '../model/value.ts';
import { readText } from '../store/read-text.ts';

/** Whether the user has already trusted this project server in the client; undefined if that is not known. */
export async function isTrusted(host: Host, client: Client, name: string): Promise<boolean | undefined> {
  const check = trustChecks[client.id];
  return check ? check(host, name) : undefined;
}

type TrustCheck = (host: Host, name: string) => Promise<boolean>;

const trustChecks: Readonly<Record<string, TrustCheck | undefined>> = {
  async 'claude-code'(host, name) {
    const base = host.env['CLAUDE_CONFIG_DIR'];
    const own = await read(host, `${base ?? host.home}/.claude.json`, 'json');
    const settings = await Promise.all(
      [`${host.cwd}/.claude/settings.local.json`, `${base ?? `${host.home}/.claude`}/settings.json`].map((path) =>
        read(host, path, 'jsonc'),
      ),
    );
    const lists: [Value | undefined, Path][] = [
      [own, ['projects', host.cwd, 'enabledMcpjsonServers']],
      ...settings.map((one): [Value | undefined, Path] => [one, ['enabledMcpjsonServers']]),
    ];
    if (settings.some((one) => valueAt(one, ['enableAllProjectMcpServers']) === true)) return true;
    return lists.some(([root, at]) => includes(valueAt(root, at), name));
  },
  async codex(host) {
    const config = await read(host, `${host.env['CODEX_HOME'] ?? `${host.home}/.codex`}/config.toml`, 'toml');
    return valueAt(config, ['projects', host.cwd, 'trust_level']) === 'trusted';
  },
  async 'gemini-cli'(host) {
    const folders = await read(host, `${host.home}/.gemini/trustedFolders.json`, 'jsonc');
    return ['TRUST_FOLDER', 'TRUST_PARENT'].some((word) => valueAt(folders, [host.cwd]) === word);
  },
};

function includes(list: Value | undefined, name: string): boolean {
  return Array.isArray(list) && list.includes(name);
}

async function read(host: Host, path: string, format: FormatId): Promise<Value | undefined> {
  if ((await host.fs.kindOf(path)) !== 'file') return undefined;
  const file = await readText(host, path);
  if ('problem' in file) return undefined;
  return simpleValue(format, file.text) ?? (await loadFormat(format)).parse(file.text).value;
}
