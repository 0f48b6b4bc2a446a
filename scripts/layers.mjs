/**
 * Which folder of src may import which, and which folders are pure. The lint rules, the table in
 * docs/architecture.md and test/architecture.test.ts are all made from this one list, so they cannot disagree.
 *
 * @typedef {object} Layer
 * @property {string} name A folder of src, or a file standing directly in it.
 * @property {readonly string[]} imports The other layers it may import. Its own files always may.
 * @property {boolean} [pure] Reads nothing from outside: no Node modules, process, console, clock, timers or chance.
 * @property {string} holds What lives there, in one line.
 */

const core = ['model', 'formats', 'clients', 'validate'];
const managed = [...core, 'trust', 'store', 'discovery', 'manage'];
const running = ['runtime', 'live', 'gateway'];

/** @type {readonly Layer[]} */
export const layers = [
  { name: 'model', imports: [], pure: true, holds: 'types and small functions everything else speaks in' },
  { name: 'formats', imports: ['model'], pure: true, holds: 'JSON, TOML and YAML as text with positions and edits' },
  { name: 'clients', imports: ['model', 'formats'], pure: true, holds: 'one description per assistant' },
  { name: 'validate', imports: ['model'], pure: true, holds: 'rules from a server to diagnostics' },
  { name: 'trust', imports: ['model'], holds: 'which files and directories came with a project' },
  { name: 'store', imports: core, holds: 'reading and safely writing configuration on disk' },
  {
    name: 'discovery',
    imports: [...core, 'trust', 'store'],
    holds: 'which files exist, what is in force, what is shadowed',
  },
  {
    name: 'manage',
    imports: [...core, 'trust', 'store', 'discovery'],
    holds: 'one use case per file, each giving a plan or a report',
  },
  { name: 'doctor', imports: managed, holds: 'what is wrong on this machine, and how to repair it' },
  {
    name: 'sets',
    imports: managed,
    holds: 'named sets of servers to launch an assistant with',
  },
  { name: 'runtime', imports: ['model', 'trust'], holds: 'connections to servers, secrets, sign-in, tool lists' },
  { name: 'live', imports: [...managed, 'runtime'], holds: 'the servers of all files, found and kept running' },
  { name: 'gateway', imports: ['model', 'runtime'], holds: 'many servers behind one front' },
  // It edits OpenCode's settings with the writer that everything else uses.
  { name: 'opencode', imports: managed, holds: 'OpenCode offered as a server' },
  { name: 'api', imports: [...managed, 'doctor', 'sets', ...running], holds: 'the HTTP interface of the page' },
  {
    name: 'cli',
    imports: [...managed, 'doctor', ...running, 'sets', 'opencode', 'api'],
    holds: 'commands, output and prompts',
  },
  {
    name: 'index.ts',
    imports: [...managed, 'doctor', ...running, 'sets', 'opencode'],
    holds: 'the exports of the library',
  },
];

/**
 * What the page, which runs in a browser, may import of src. Of the contract types only: they leave nothing behind in
 * the bundle. The model is pure, so that its functions work there as well.
 */
export const webImports = [
  { folder: 'src/api/contract', typesOnly: true },
  { folder: 'src/model', typesOnly: false },
];

/** Names that reach outside, which a pure layer gets from its caller instead. */
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

/** Members of otherwise harmless globals. `new Date()` without an argument belongs here too; only the test can see it. */
export const impureMembers = [
  { object: 'Date', property: 'now' },
  { object: 'Math', property: 'random' },
];
