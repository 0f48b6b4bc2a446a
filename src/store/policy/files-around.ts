import { executedLines } from '../../model/fields/effective-fields.ts';
import { absolute, findProgram, searchPath, variable } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { expandDeep } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { unwrapped } from '../../model/shell/cmd-wrapper.ts';
import { programName } from '../../model/shell/program-name.ts';
import type { Directory, Files, FoundProgram } from '../../policy/files.ts';
import { mayBecome, programsInside } from '../../policy/pieces.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Circumstances } from '../../policy/subject.ts';
import { isInProject, territoryOf } from '../../trust/territory.ts';
import { directoryChange } from '../around/directory-change.ts';
import { exists } from '../around/quick-files.ts';

/** More words are no real definition, and nothing of it is proven. */
const MOST_WORDS = 400;

/**
 * What the rules of these policies have to know about the files of this machine: where the programs of a server are, what
 * the project has instead of them, and where links lead: a link with another name must not lead around a rule.
 */
export async function filesAround(
  host: Host,
  policies: readonly Policy[],
  written: Server,
  project = host.cwd,
): Promise<Pick<Circumstances, 'files' | 'directory' | 'linkedPrograms' | 'project'>> {
  const around = { project: territoryOf(project, host.home) };
  const needsProof = policies.some(
    ({ rules, require }) => rules.some(({ allow }) => allow) || require.pinned || require.lock,
  );
  const needsLinks = policies.some(({ rules }) => rules.some(({ deny }) => deny?.command));
  if (!needsProof && !needsLinks) return around;
  const server = expandDeep(written, host.env);
  const place = new Place(host, server, project);
  const lines = [server, unwrapped(server)].map(({ command, args }) => [command, ...(args ?? [])].map(String));
  const words = [...lines, ...executedLines(server)].flat();
  const all = [...new Set([...words, ...words.flatMap(programsInside)])];
  const some = all.slice(0, MOST_WORDS);
  const found = new Map<string, FoundProgram>();
  const linkedPrograms: string[] = [];
  for (const word of some) {
    const program = await place.find(word);
    if (program) linkedPrograms.push(program.file);
    // An interpreter takes a bare name as a file of the directory.
    const file = await place.find(`./${word}`);
    if (file) found.set(`./${word}`, file);
    if (program) found.set(word, program);
  }
  const files: Files = {
    find: (word) => found.get(word),
    isOfProject: (path) => place.isOfProject(path),
    ...(some.length < all.length && { isCut: true }),
  };
  return { ...around, files, directory: directoryOf(host, server, project), ...(needsLinks && { linkedPrograms }) };
}

/** Windows starts them by their names. */
const WINDOWS_SCRIPT = /\.(?:jse?|vb[es]|ws[fh]|msc|ps1)$/i;

/** The directory in which a server runs, with its variables. */
class Place {
  readonly #host: Host;
  readonly #project: string;
  readonly #cwd: string;
  readonly #directories: readonly string[];

  constructor(host: Host, { cwd, env }: Server, project: string) {
    this.#host = { ...host, env: { ...host.env, ...env } };
    this.#project = project;
    this.#cwd = typeof cwd === 'string' ? absolute(cwd, project) : project;
    this.#directories = searched(this.#host, this.#cwd);
  }

  isOfProject(path: string): boolean {
    return isInProject(path, this.#project, this.#host.home);
  }

  async find(word: string): Promise<FoundProgram | undefined> {
    const found = (await this.#search(word)).found ?? (await this.#meant(word));
    const file = found ?? (await this.#script(word));
    if (file === undefined) return undefined;
    const real = await this.#host.fs.realPath(file).catch(() => file);
    return {
      name: await this.#nameOf(word, real),
      file: real,
      isOfProject: [file, real].some((one) => this.isOfProject(one)),
      isProgram: found !== undefined || (this.#host.platform === 'win32' && WINDOWS_SCRIPT.test(real)),
    };
  }

  async #search(word: string): ReturnType<typeof findProgram> {
    return findProgram(this.#host, word, this.#directories, this.#cwd);
  }

  /** A file that an interpreter reads need not be executable. */
  async #script(word: string): Promise<string | undefined> {
    if (!/[/\\]/.test(word)) return undefined;
    const path = absolute(word, this.#cwd);
    return (await this.#host.fs.kindOf(path)) === 'file' ? path : undefined;
  }

  /** The first file that a shell would put for a path with `?` and the like in its last part. */
  async #meant(word: string): Promise<string | undefined> {
    const [, directory = '', last = ''] = /^(.*\/)([^/]*[?*[][^/]*)$/s.exec(word) ?? [];
    if (directory === '' || /[?*[]/.test(directory)) return undefined;
    const place = absolute(directory, this.#cwd);
    const names = await this.#host.fs.readDirectory(place).catch(() => []);
    for (const name of names.filter((one) => mayBecome(last, one)).slice(0, 50)) {
      const { found } = await this.#search(`${place}${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A path is known by its name only if that name leads to the same file. */
  async #nameOf(word: string, real: string): Promise<string> {
    const plain = this.#host.platform === 'win32' ? programName(word) : word;
    if (!/[/\\]/.test(word)) return plain;
    const base = plain.replace(/^.*[/\\]/, '');
    const { found } = await this.#search(base);
    return found !== undefined && (await this.#host.fs.realPath(found).catch(() => found)) === real ? base : '';
  }
}

/** The directory in which a server runs; for `isWithoutMachine`, as far as it came with the project. */
export function directoryOf(
  host: Host,
  { cwd, env }: Server,
  project: string,
  { isWithoutMachine = false } = {},
): Directory {
  const { home, platform } = host;
  const place = typeof cwd === 'string' ? absolute(cwd, project) : project;
  const machine = isWithoutMachine ? {} : { machine: { platform, env: { ...host.env, ...env } } };
  const tops = isWithoutMachine ? territoryOf(project, home) : [];
  const isHomeOfProject = isInProject(home, project, home);
  return {
    changed: (program, words, file) =>
      directoryChange({ cwd: place, home, isHomeOfProject, tops, ...machine }, program, words, file),
    isHere: (word) => exists(absolute(word, place)),
  };
}

/** In the order in which they are searched. An entry that is not absolute means a directory of the project. */
function searched(host: Host, cwd: string): string[] {
  if (host.platform === 'win32') return [cwd, ...searchPath(host).map((one) => absolute(one, cwd))];
  const path = variable('PATH', host.env, host.platform) ?? '';
  return path.split(':').map((one) => (one === '' ? cwd : absolute(one, cwd).replace(/(?<=.)\/+$/, '')));
}
