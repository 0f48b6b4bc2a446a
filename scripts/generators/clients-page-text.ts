import { writeDocument } from '../../src/clients/document.ts';
import { locationOf } from '../../src/clients/read-document.ts';
import { ownKeysOf } from '../../src/clients/read-entry.ts';
import { clients } from '../../src/clients/registry.ts';
import type { Client, Launch, Location, Place, Platform, Shape } from '../../src/clients/types.ts';
import { writeEntry } from '../../src/clients/write-entry.ts';
import { reasonInWords } from '../../src/model/diagnostics/loss.ts';
import type { Server } from '../../src/model/server.ts';
import { isMap, sameValue, setOwn, type Value, type ValueMap } from '../../src/model/value.ts';
import { testClients } from '../../test-clients/clients.ts';
import { clientPaths } from '../../test-windows/client-paths.ts';
import { exampleServers, samples } from './client-samples.ts';

const intro = [
  '# Clients',
  '',
  '<!-- Generated from src/clients by `npm run generate`. -->',
  '',
  'What Plugboard knows about each client, generated from the definitions in `src/clients/definitions/`. The first table links',
  'to a card for each client: its files on each system, what it does with references, switches and invalid entries, an example,',
  'and how each field is written, with the losses that are reported. [Adding a client](adding-a-client.md) takes one file.',
  '',
  '"Checked" names the evidence: **run** — `npm run test:clients` runs the program on such files, in the version that is named;',
  '**source** — its source code was read;',
  '**docs** — the documentation of the vendor; **report** — reports of users or other tools.',
  '',
  'Clients were run on Linux only. A path on Windows with ✓ is one that Plugboard, run by Node for Windows under Wine, wrote',
  'to and read from ([testing](testing.md#windows)); that the client reads it there was never seen. Paths on macOS were never',
  'tried.',
];

function overview(all: readonly Client[]): string[] {
  const rows = all.map((client) =>
    row(
      `[${client.name}](#${anchor(client)})`,
      code(client.id),
      [...new Set(client.locations.map(({ format }) => format))].join(', '),
      client.transports.join(', '),
      client.references.syntax ? code(client.references.syntax.write('NAME')) : 'none',
      switchKind(client),
      launchKind(client),
      client.verified.by,
    ),
  );
  return [
    row('client', 'id', 'format', 'transports', 'references', 'switch', 'starts with chosen servers', 'checked'),
    row(...Array.from({ length: 8 }, () => '---')),
    ...rows,
  ];
}

async function section(client: Client): Promise<string[]> {
  const { on, by, version } = client.verified;
  return [
    `## ${client.name}`,
    '',
    `Id ${code(client.id)}; [the vendor's page](${client.docs}). Checked on ${on}: ${how[by]}${version ? `, version ${version}` : ''}${release(client)}.`,
    '',
    ...files(client),
    '',
    ...facts(client).map((fact) => `- ${fact}`),
    '',
    ...(await example(client)),
    '',
    ...fields(client),
  ];
}

/** The package that the tests with real programs install. */
function release({ id }: Client): string {
  const program = testClients.find((one) => one.id === id);
  return program ? ` (${code(program.packages[0])} of npm)` : '';
}

/** A new file with one server of each kind that the client supports. */
async function example(client: Client): Promise<string[]> {
  const place = usualPlace(client);
  const format = locationOf(client, place)?.format ?? 'json';
  const all = Object.entries(exampleServers).filter(([, { transport }]) => client.transports.includes(transport));
  const { text } = await writeDocument(client, Object.fromEntries(all), place);
  return [
    `A new ${place.scope} file with ${all.length === 1 ? 'one server' : 'two servers'}:`,
    '',
    `\`\`\`${format === 'jsonc' ? 'json' : format}`,
    ...text.trimEnd().split('\n'),
    '```',
  ];
}

const how = {
  run: 'the program was run',
  source: 'its source code was read',
  docs: "from the vendor's documentation",
  report: 'from reports of users or other tools',
};

function files(client: Client): string[] {
  const rows = client.locations.map((location) =>
    row(
      location.variant ? `${location.scope} (${location.variant})` : location.scope,
      ...(['linux', 'darwin', 'win32'] as const).map((platform) => pathCell(client, location, platform)),
      location.format,
      [location.note, location.ancestors ? 'also in the directories above the project' : undefined, base(location)]
        .filter((note) => note !== undefined)
        .join('; '),
    ),
  );
  return [
    row('scope', 'Linux', 'macOS', 'Windows', 'format', 'notes'),
    row(...Array.from({ length: 6 }, () => '---')),
    ...rows,
  ];
}

function pathCell(client: Client, { paths, scope, variant }: Location, platform: Platform): string {
  const list = Array.isArray(paths)
    ? (paths as readonly string[])
    : (paths as Record<Platform, readonly string[]>)[platform];
  const isWritten = variant === undefined && Object.hasOwn(clientPaths, `${client.id}:${scope}`);
  return list.map(code).join(' or ') + (platform === 'win32' && isWritten ? ' ✓' : '');
}

function base({ baseVariable }: Location): string | undefined {
  return baseVariable ? `${code(baseVariable)} sets another directory` : undefined;
}

function facts(client: Client): string[] {
  const { references, names, quirks } = client;
  return [
    `Servers are under ${client.shapes.toReversed().map(keyOf).join(', or under ')}.`,
    references.syntax
      ? `References: ${code(references.syntax.shown)}, ${expandedIn(client)}${references.syntax.fallback ? '' : '; no defaults'}.`
      : 'References: none. A value with a reference is not written, and reported as a loss.',
    `Switch: ${switchText(client)}.`,
    client.merge === 'fields'
      ? 'If several files have an entry of the same name, they are merged field by field.'
      : 'If several files have an entry of the same name, one of them is used as a whole.',
    ...(client.trust ? [`Servers of a project need your consent: ${client.trust}.`] : []),
    client.unknownKeys === 'kept'
      ? 'It accepts unknown keys, so fields that it lacks are kept in its file.'
      : 'It rejects unknown keys, so fields that it lacks are not written.',
    ...(client.newFile
      ? [`A new file also gets ${Object.keys(client.newFile).map(code).join(', ')}, which it requires.`]
      : []),
    ...keysOfItsOwn(client),
    ...(client.toolNames ? [toolNameFacts[client.toolNames]] : []),
    ...(names ? [nameFact(names)] : []),
    client.launch ? launchFact(client.launch) : 'No way is known to start it with chosen servers.',
    ...invalidFacts(client),
    ...(quirks ? [`Special: ${quirks.why}.`] : []),
  ];
}

function keysOfItsOwn(client: Client): string[] {
  const { executes = {}, trusts = {}, reads = [] } = client;
  const list = (keys: readonly string[]): string => keys.map(code).join(', ');
  const own = ownKeysOf(client);
  return [
    ...(own.length > 0 ? [`Keys of its own, which are not translated for other clients: ${list(own)}.`] : []),
    ...(Object.keys(executes).length > 0 ? [`Of these it runs ${list(Object.keys(executes))}.`] : []),
    ...(Object.keys(trusts).length > 0
      ? [`${list(Object.keys(trusts))} can make it ask less; a project cannot set that outside itself.`]
      : []),
    ...(reads.length > 0 ? [`Shown before an approval, because it uses what they name: ${list(reads)}.`] : []),
  ];
}

function invalidFacts({ behavior }: Client): string[] {
  return [
    ...(behavior?.onInvalidEntry ? [`An invalid entry: ${behavior.onInvalidEntry}.`] : []),
    ...(behavior?.secretStore ? [`Values of references come from ${behavior.secretStore}.`] : []),
  ];
}

const toolNameFacts = {
  whole: 'Lists of tools: it compares whole names. A pattern such as `get_*` is not written, and reported as a loss.',
  patterns: 'Lists of tools: patterns such as `get_*` work.',
  unknown: 'Lists of tools: it is not known whether patterns such as `get_*` work; they are written as they are.',
} as const;

function keyOf(shape: Shape): string {
  const list = shape.listBy === undefined ? '' : `, a list of entries with ${code(shape.listBy)}`;
  return `${code(shape.at.join('.'))}${list}${shape.isServer ? ', beside entries of other kinds' : ''}`;
}

function expandedIn({ references: { fields: expanded, scopes } }: Client): string {
  const where = expanded ? `expanded in ${expanded.map(code).join(', ')}` : 'expanded everywhere';
  return scopes ? `${where}, in ${scopes.join(' and ')} files only` : where;
}

function nameFact({ pattern, reserved }: NonNullable<Client['names']>): string {
  const rules = [
    ...(pattern ? [`match ${code(pattern.source)}`] : []),
    ...(reserved ? [`are not ${reserved.map(code).join(', ')}`] : []),
  ];
  return `Names ${rules.join(' and ')}.`;
}

function launchKind({ launch }: Client): string {
  if (!launch) return 'no';
  return launch.only ? 'yes, also with no others' : 'yes';
}

function launchFact(launch: Launch): string {
  const { install, below } = launch;
  const weaker = below ? `; entries of the same name in ${below.join(' and ')} files take precedence` : '';
  return `${code('plugboard run')} starts it with ${launchMeans(launch)}${weaker}. It is installed with ${code(install)}.`;
}

function launchMeans({ program, by }: Launch): string {
  if (by.kind === 'flag') return code(`${program} ${by.flag} ${by.prefix ?? ''}<file>`);
  if (by.kind === 'profile') return `${code(`${program} ${by.flag} <name>`)}, with a file next to the user file`;
  if (by.kind === 'variable') return `the variable ${code(by.variable)}, which names a file`;
  return `the variable ${code(by.variable)}, which names a directory with links to the contents of its home directory`;
}

function switchKind(client: Client): string {
  if (client.shapes.some((shape) => shape.lenses.some((lens) => lens.fields.includes('disabled'))))
    return 'in the entry';
  return client.switches ? 'a list' : 'none';
}

function switchText(client: Client): string {
  const kind = switchKind(client);
  if (kind === 'in the entry') return kind;
  if (kind === 'none') return 'none, so a disabled server is left out of its file';
  const lists = client.switches?.map(({ scopes, path, at }) => {
    const where = typeof at === 'function' ? at('<project>') : at;
    return `${code(where.join('.'))} in ${path ? code(path) : 'the same file'} (${scopes.join(', ')})`;
  });
  return `a list of names at ${lists?.join('; ')}`;
}

function fields(client: Client): string[] {
  const place = usualPlace(client);
  const known = new Set(client.shapes.at(-1)?.lenses.flatMap((lens) => lens.fields));
  const rows = samples
    .filter(({ partOf }) => partOf === undefined || known.has(partOf))
    .map(({ shown, server, basis }) => row(shown, ...outcome(client, server, basis, place)));
  return [row('field', 'in its file', 'loss'), row('---', '---', '---'), ...rows];
}

function usualPlace(client: Client): Place {
  const scope = locationOf(client, { scope: 'user' }) ? 'user' : (client.locations[0]?.scope ?? 'user');
  return { scope, project: '<project>' };
}

/** What a field adds to the entry, and the losses reported. */
function outcome(client: Client, server: Server, basis: Server, place: Place): [string, string] {
  const shape = client.shapes.at(-1) as Shape;
  const { native, losses } = writeEntry(client, shape, 'name', server, place);
  const known = new Set(writeEntry(client, shape, 'name', basis, place).losses.map(({ why }) => why));
  const lost = losses.filter(({ why }) => !known.has(why)).map((loss) => `${code(loss.field)}: ${reasonInWords(loss)}`);
  if (!native) return ['', [...new Set(lost)].join('; ') || 'not written'];
  const added = difference(native, writeEntry(client, shape, 'name', basis, place).native ?? {});
  return [added === undefined ? '' : code(inner(added)), [...new Set(lost)].join('; ')];
}

function difference(value: Value, before: Value | undefined): Value | undefined {
  if (!isMap(value) || !isMap(before)) return sameValue(value, before) ? undefined : value;
  const map: ValueMap = {};
  for (const [key, item] of Object.entries(value)) {
    const changed = difference(item, before[key]);
    if (changed !== undefined) setOwn(map, key, changed);
  }
  return Object.keys(map).length > 0 ? map : undefined;
}

/** A map without its outer braces, as in an entry. */
function inner(value: Value): string {
  const text = JSON.stringify(value, undefined, 1).replaceAll(/\s*\n\s*/g, ' ');
  return isMap(value) ? text.slice(2, -2) : text;
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The anchor that GitHub derives from a heading. */
function anchor(client: Client): string {
  return client.name
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s/g, '-');
}

const all: readonly Client[] = Object.values(clients);
const sections = await Promise.all(all.map(section));
const page = [...intro, '', ...overview(all), ...sections.flatMap((lines) => ['', ...lines]), ''];
process.stdout.write(page.join('\n'));
