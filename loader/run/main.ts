import { join } from 'node:path';
import { Script } from 'node:vm';
import { compiledForms } from './compiled-forms.ts';
import { openPack } from './open-pack.ts';

interface Module {
  exports: object;
}

type Load = (id: string) => object;
type Parts = Readonly<Record<string, (require: Load, module: Module) => void>>;

const folder = __dirname;
const program = openPack(join(folder, 'program'), 'r');
const forms = compiledForms(program, folder);
/** `refresh` keeps all that this run compiles, for the build; `leave` keeps nothing. The program may set it late. */
const setting = (): string | undefined => process.env['PLUGBOARD_COMPILED'];

/** The script that each part is in. */
const scripts = new Map(
  program.header.contents.flatMap((script) => script[0].split(' ').map((part) => [part, script] as const)),
);
const tables = new Map<string, Parts>();
const modules = new Map<string, object>();
const compiled = new Map<string, Script>();

/** The `require` of the parts. The modules of the library use it too. */
export const load: Load = (id) => {
  const known = modules.get(id);
  if (known) return known;
  const part = id.slice('./'.length);
  const script = scripts.get(part);
  if (!script) return id.startsWith('screens/') ? screen(id) : (require(id) as object);
  const module: Module = { exports: {} };
  tableOf(...script)[part]?.(load, module);
  modules.set(id, module.exports);
  return module.exports;
};

/**
 * A screen is an ES module, because its libraries use top-level `await`. A part gets it with `import()`, which the build has
 * turned into a promise of `require()`. That promise follows the one returned here.
 */
function screen(id: string): object {
  const path = `./${id}`;
  const namespace = import(path) as Promise<object>;
  // oxlint-disable-next-line unicorn/no-thenable -- that is how one promise follows another.
  return { then: namespace.then.bind(namespace) };
}

function tableOf(parts: string, start: number, end: number): Parts {
  const known = tables.get(parts);
  if (known) return known;
  const [name = ''] = parts.split(' ', 1);
  const script = compile(name, program.read(start, end).toString('latin1'));
  const table = script.runInThisContext() as Parts;
  tables.set(parts, table);
  return table;
}

function compile(name: string, source: string): Script {
  const filename = join(folder, 'program', name);
  for (const cachedData of forms.find(name)) {
    const script = new Script(source, { filename, cachedData });
    if (script.cachedDataRejected) continue;
    if (setting() === 'refresh') compiled.set(name, script);
    return script;
  }
  const script = new Script(source, { filename });
  compiled.set(name, script);
  return script;
}

/** Runs the command line: the program starts with the first part of the first script. */
export function run(): void {
  // Only a command keeps what it compiled; a program that uses the library may not expect files to be written.
  process.on('exit', () => {
    if (compiled.size > 0 && setting() !== 'leave') forms.keep(compiled);
  });
  load(`./${program.header.contents[0]?.[0].split(' ', 1)[0]}`);
}
