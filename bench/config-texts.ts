/** The same servers as JSON, TOML and YAML, formatted and commented as by hand. */
export interface ConfigTexts {
  readonly json: string;
  readonly toml: string;
  readonly yaml: string;
}

interface Entry {
  readonly comment: string;
  readonly plain: Readonly<Record<string, string | number | boolean>>;
  readonly args?: readonly string[];
  readonly maps: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Texts of about `size` characters each, JSON a little more. */
export function configTexts(size: number): ConfigTexts {
  const entries: [string, Entry][] = [];
  for (let length = 0; length < size;) {
    const name = `server-${entries.length}`;
    const entry = entryOf(entries.length);
    entries.push([name, entry]);
    length += tomlOf(name, entry).length;
  }
  const values = entries.map(([name, { plain, args, maps }]) => [name, { ...plain, ...(args && { args }), ...maps }]);
  return {
    json: `${JSON.stringify({ version: 1, mcp_servers: Object.fromEntries(values) as unknown }, undefined, 2)}\n`,
    toml: `version = 1\n\n${entries.map(([name, entry]) => tomlOf(name, entry)).join('\n')}`,
    yaml: `version: 1\nmcp_servers:\n${entries.map(([name, entry]) => yamlOf(name, entry)).join('')}`,
  };
}

function entryOf(seed: number): Entry {
  const comment = `# ${seed}: asked for by the team, see the wiki`;
  if (seed % 3 === 0) {
    const headers = { Authorization: `Bearer \${TOKEN_${seed}}`, 'X-Region': 'eu', 'X-Trace': `app ${seed}: on` };
    return { comment, plain: { url: `https://mcp-${seed}.example.com/v1/mcp?a=1`, timeout: 30 }, maps: { headers } };
  }
  const args = ['-y', `@example/server-${seed}@1.${seed % 40}.0`, '--root', `/home/someone/projects/app-${seed}`];
  const env = { LOG_LEVEL: 'info', API_KEY: '${API_KEY}', PORT: String(3000 + seed), PATTERN: 'C:\\data\\*' };
  return { comment, plain: { command: 'npx', enabled: seed % 2 === 0 }, args, maps: { env } };
}

function tomlOf(name: string, { comment, plain, args, maps }: Entry): string {
  const pairs = (map: Readonly<Record<string, unknown>>): string =>
    Object.entries(map)
      .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
      .join('');
  const list = args ? `args = [${args.map((one) => JSON.stringify(one)).join(', ')}] # fixed version\n` : '';
  const tables = Object.entries(maps).map(([key, map]) => `\n[mcp_servers.${name}.${key}]\n${pairs(map)}`);
  return `${comment}\n[mcp_servers.${name}]\n${pairs(plain)}${list}${tables.join('')}`;
}

function yamlOf(name: string, { comment, plain, args, maps }: Entry): string {
  const pairs = (map: Readonly<Record<string, unknown>>, indent: string): string =>
    Object.entries(map)
      .map(([key, value]) => `${indent}${key}: ${yamlScalar(value)}\n`)
      .join('');
  const list = args ? `    args: # fixed version\n${args.map((one) => `      - ${yamlScalar(one)}\n`).join('')}` : '';
  const tables = Object.entries(maps).map(([key, map]) => `    ${key}:\n${pairs(map, '      ')}`);
  return `\n  ${comment}\n  ${name}:\n${pairs(plain, '    ')}${list}${tables.join('')}`;
}

/** Unquoted where most users omit the quotes. */
function yamlScalar(value: unknown): string {
  return typeof value === 'string' && (/^[\d@]|: |\\/.test(value) || value === '')
    ? JSON.stringify(value)
    : String(value);
}
