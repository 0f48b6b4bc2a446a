/**
 * Which folder of src may import which, and which folders are pure. The lint rules, the picture and the table in
 * docs/architecture.md and test/architecture.test.ts are made from this list. The test rejects an import that is not
 * allowed, and an allowed import that nothing uses.
 *
 * @typedef {object} Layer
 * @property {string} name A folder of src.
 * @property {readonly string[]} imports The other layers it imports.
 * @property {boolean} [pure] Depends on its arguments only: no Node modules, process, console, clock, timers or randomness.
 * @property {string} holds What it contains, in one line.
 */

const core = ['model', 'formats', 'clients', 'validate'];
const managed = [...core, 'store', 'discovery', 'manage'];

/** @type {readonly Layer[]} */
export const layers = [
  { name: 'model', imports: [], pure: true, holds: 'types and small functions that all other layers use' },
  { name: 'formats', imports: ['model'], pure: true, holds: 'JSON, TOML and YAML: parse with positions, edit as text' },
  { name: 'clients', imports: ['model', 'formats'], pure: true, holds: 'one description per client' },
  { name: 'validate', imports: ['model'], pure: true, holds: 'rules that check a server and return diagnostics' },
  { name: 'policy', imports: ['model'], pure: true, holds: 'rules about servers, and what they say about one' },
  { name: 'registry', imports: ['model'], holds: 'the MCP registry and package registries: read, index, search' },
  { name: 'trust', imports: ['model'], holds: 'which files and directories belong to a project' },
  {
    name: 'store',
    imports: ['model', 'formats', 'clients', 'policy', 'trust'],
    holds: 'safe reads and writes of files, history, approvals',
  },
  {
    name: 'discovery',
    imports: [...core, 'trust', 'store'],
    holds: 'which config files exist, which definitions are active or shadowed',
  },
  {
    name: 'manage',
    imports: [...core, 'policy', 'registry', 'trust', 'store', 'discovery'],
    holds: 'one use case per file, each returns a plan or a report',
  },
  { name: 'sets', imports: [...managed, 'trust'], holds: 'config sets, and launching clients' },
  {
    name: 'secrets',
    imports: [...core, 'trust', 'store', 'discovery', 'manage', 'sets'],
    holds: 'vaults behind one interface, finding plain secrets, moving them into a vault',
  },
  {
    name: 'doctor',
    imports: [...managed.filter((name) => name !== 'formats'), 'sets'],
    holds: 'checks of this machine, with repairs',
  },
  { name: 'runtime', imports: ['model', 'trust'], holds: 'connections to servers, secrets, sign-in, tool lists' },
  {
    name: 'live',
    imports: ['model', 'clients', 'policy', 'registry', 'trust', 'store', 'discovery', 'manage', 'secrets', 'runtime'],
    holds: 'the servers of all config files, connected through `runtime`',
  },
  { name: 'gateway', imports: ['model', 'runtime'], holds: 'many servers behind one endpoint' },
  { name: 'mcp', imports: ['model'], holds: 'parts of MCP servers that we serve: arguments, results, transport' },
  // It edits OpenCode's settings with the same writer as all other edits, and reads event streams with the same limits.
  {
    name: 'opencode',
    imports: ['model', 'formats', 'clients', 'trust', 'store', 'runtime', 'mcp'],
    holds: 'OpenCode as an MCP server',
  },
  {
    name: 'agent',
    imports: ['model', 'clients', 'store', 'discovery', 'manage', 'doctor', 'runtime', 'live', 'mcp'],
    holds: 'Plugboard as an MCP server for assistants',
  },
  {
    name: 'api',
    imports: [...managed, 'trust', 'doctor', 'sets', 'secrets', 'runtime', 'live', 'gateway'],
    holds: 'the HTTP API of the page',
  },
  {
    name: 'cli',
    imports: [
      ...managed,
      'registry',
      'trust',
      'doctor',
      'sets',
      'secrets',
      'runtime',
      'live',
      'gateway',
      'mcp',
      'opencode',
      'agent',
      'api',
    ],
    holds: 'commands, output and prompts',
  },
  {
    name: 'library',
    imports: [...managed, 'doctor', 'sets', 'runtime', 'live', 'gateway', 'opencode'],
    holds: 'the exports of the package, one file per subpath',
  },
];

/**
 * What the page, which runs in a browser, may import from src: types of the contract, which leave nothing in the bundle, and
 * the model, which is pure.
 */
export const webImports = [
  { folder: 'src/api/contract', typesOnly: true },
  { folder: 'src/model', typesOnly: false },
];

/** Globals that a pure layer must not use; its caller passes what it needs. */
export const impureGlobals = [
  'process',
  'console',
  'performance',
  'crypto',
  'fetch',
  'globalThis',
  'global',
  'setTimeout',
  'setInterval',
  'setImmediate',
];

/** Members of globals that are otherwise allowed. The test also rejects `new Date()` without an argument. */
export const impureMembers = [
  { object: 'Date', property: 'now' },
  { object: 'Math', property: 'random' },
];
