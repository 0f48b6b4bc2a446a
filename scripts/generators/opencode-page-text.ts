import { readFileSync } from 'node:fs';
import { presetCommand } from '../../src/cli/input/presets.ts';
import { putEntry } from '../../src/clients/edit-entry.ts';
import { locationOf } from '../../src/clients/read-document.ts';
import { type ClientId, clients } from '../../src/clients/registry.ts';
import { applyEdits } from '../../src/formats/edit-list.ts';
import { loadFormat } from '../../src/formats/index.ts';
import { toolOnWire } from '../../src/mcp/wire-schema.ts';
import { version } from '../../src/model/version.ts';
import { allTools } from '../../src/opencode/tools/all-tools.ts';
import type { Tool } from '../../src/opencode/tools/tool.ts';
import { type Toolset, toolsets, toolsetNames } from '../../src/opencode/toolset.ts';
import { fromRoot } from '../root.mjs';

const manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as { readonly version: string };
const shown: readonly ClientId[] = ['claude-code', 'codex', 'cursor', 'vscode', 'gemini-cli'];

process.stdout.write(JSON.stringify({ 'set-up': await setUp(), cost: cost(), tools: tools() }));

/** What `add` writes to a new file. */
async function setUp(): Promise<string> {
  const [command = '', ...words] = presetCommand('opencode') ?? [];
  // Sources have no version until they are built.
  const args = words.map((word) => word.replace(version, manifest.version));
  const parts = shown.map(async (id) => {
    const client = clients[id];
    const place = { scope: 'user', project: '/project' } as const;
    const location = locationOf(client, place);
    if (!location) throw new Error(`${id} has no file of the user`);
    const format = await loadFormat(location.format);
    const { edits } = putEntry({ client, place, format, text: '' }, 'opencode', { transport: 'stdio', command, args });
    const language = location.format === 'toml' ? 'toml' : 'json';
    const text = applyEdits('', edits).trimEnd();
    return `**${client.name}**: \`plugboard add opencode --to ${id}\`\n\n\`\`\`${language}\n${text}\n\`\`\``;
  });
  return (await Promise.all(parts)).join('\n\n');
}

/** Token cost of the tool list: each toolset alone, the default, and all. */
function cost(): string {
  const line = (name: string, chosen: readonly Tool[]): string => {
    const bytes = Buffer.byteLength(JSON.stringify({ tools: chosen.map(toolOnWire) }));
    return `| ${name} | ${chosen.length} | ${bytes} | ${Math.ceil(bytes / 4)} |`;
  };
  const inSet = (name: Toolset): Tool[] => allTools.filter(({ toolset, always }) => toolset === name && !always);
  return [
    '| tools | count | bytes | tokens |',
    '| --- | ---: | ---: | ---: |',
    line('default (`core` and the switches)', [...inSet('core'), ...allTools.filter(({ always }) => always)]),
    ...toolsetNames.filter((name) => name !== 'core').map((name) => line(`\`${name}\` adds`, inSet(name))),
    line('`all`', allTools),
  ].join('\n');
}

function tools(): string {
  return toolsetNames
    .map((name) => {
      const rows = allTools.filter(({ toolset }) => toolset === name).map(row);
      return [
        `### ${name}`,
        '',
        `${toolsets[name].charAt(0).toUpperCase()}${toolsets[name].slice(1)}.`,
        '',
        '| tool | does | arguments | kind |',
        '| --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    })
    .join('\n\n');
}

function row({ name, description, input, annotations }: Tool): string {
  const fields = Object.entries(input.shape)
    .filter(([field]) => field !== 'directory')
    .map(([field, schema]) => (schema.safeParse(undefined).success ? `${field}?` : field));
  const kind = annotations.readOnlyHint ? 'reads' : annotations.destructiveHint ? 'may destroy' : 'writes';
  return `| \`${name}\` | ${description.split(/(?<=\.) (?=[A-Z])/)[0] ?? ''} | ${fields.join(', ')} | ${kind} |`;
}
