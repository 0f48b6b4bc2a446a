import { executedLines } from '../../model/fields/effective-fields.ts';
import { absolute, findProgram, searchPath, variable } from '../../model/find-program.ts';
import type { Host } from '../../model/host.ts';
import { expandDeep } from '../../model/reference.ts';
import type { Server } from '../../model/server.ts';
import { unwrapped } from '../../model/shell/cmd-wrapper.ts';
import { programName } from '../../model/shell/program-name.ts';
import { isMap, type Value } from '../../model/value.ts';
import type { Files, FoundProgram } from '../../policy/files.ts';
import { piecesOf } from '../../policy/pieces.ts';
import type { Policy } from '../../policy/policy.ts';
import { starters } from '../../policy/starters.ts';
import type { Circumstances } from '../../policy/subject.ts';
import { isInProject, territoryOf } from '../../trust/territory.ts';

/** More words are no real definition; those after are then not found, and not proven. */
const MOST_WORDS = 200;

/**
 * What the rules of these policies have to know about the files of this machine: where the programs of a server are, what
 * the project has instead of them, and where links lead: a link with another name must not lead around a rule.
 */
export async function filesAround(
  host: Host,
  policies: readonly Policy[],
  written: Server,
  project = host.cwd,
): Promise<Pick<Circumstances, 'files' | 'linkedPrograms' | 'project'>> {
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
  const some = [...new Set(needsLinks ? words.flatMap(piecesOf) : words)].slice(0, MOST_WORDS);
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
    local: needsProof ? await place.local(words) : new Set(),
  };
  return { ...around, files, ...(needsLinks && { linkedPrograms }) };
}

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
    const { found } = await this.#search(word);
    const file = found ?? (await this.#script(word));
    if (file === undefined) return undefined;
    const real = await this.#host.fs.realPath(file).catch(() => file);
    return {
      name: await this.#nameOf(word, real),
      file: real,
      isOfProject: [file, real].some((one) => this.isOfProject(one)),
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

  /** A path is known by its name only if that name leads to the same file. */
  async #nameOf(word: string, real: string): Promise<string> {
    const plain = this.#host.platform === 'win32' ? programName(word) : word;
    if (!/[/\\]/.test(word)) return plain;
    const base = plain.replace(/^.*[/\\]/, '');
    const { found } = await this.#search(base);
    return found !== undefined && (await this.#host.fs.realPath(found).catch(() => found)) === real ? base : '';
  }

  /** Settings and installed programs that package managers prefer, here and above up to the home directory. */
  async local(words: readonly string[]): Promise<ReadonlySet<string>> {
    const { fs, home } = this.#host;
    const names = new Set(Object.values(starters).flatMap((starter) => starter.local));
    const found = new Set<string>();
    for (let at = this.#cwd.replaceAll('\\', '/'); at !== home && /[^/:]/.test(at); at = at.replace(/\/*[^/]*$/, '')) {
      for (const name of names)
        if (!found.has(name) && (await fs.status(`${at}/${name}`)) && !(await this.#isHarmless(`${at}/${name}`)))
          found.add(name);
      const own = await this.#ownPrograms(`${at}/package.json`);
      for (const word of words) {
        const bare = word.replace(/(?<=.)@.*$/s, '');
        const places = [word, bare].flatMap((one) => [`node_modules/.bin/${one}`, `node_modules/${one}`]);
        const isPlain = /^[@\w][\w./@-]*$/.test(word);
        if (own === 'any' || own.has(bare)) found.add(`bin:${bare}`);
        for (const place of isPlain ? [...places, ...(at === this.#cwd ? [word] : [])] : [])
          if (await fs.status(`${at}/${place}`)) found.add(`bin:${bare}`);
      }
    }
    return found;
  }

  /** The names under which a package offers its programs; `any` if its file cannot be read. */
  async #ownPrograms(path: string): Promise<ReadonlySet<string> | 'any'> {
    if (!(await this.#host.fs.status(path))) return new Set();
    try {
      const value = JSON.parse(new TextDecoder().decode(await this.#host.fs.readFile(path))) as Value;
      const { name, bin } = isMap(value) ? value : {};
      return new Set([...(typeof name === 'string' ? [name] : []), ...(isMap(bin) ? Object.keys(bin) : [])]);
    } catch {
      return 'any';
    }
  }

  /** Whether the settings say nothing about where packages are from, or what runs. */
  async #isHarmless(path: string): Promise<boolean> {
    if (!path.endsWith('/.npmrc')) return false;
    try {
      const lines = new TextDecoder().decode(await this.#host.fs.readFile(path)).split(/\r?\n/);
      return lines.every((line) => /^\s*(?:[#;].*)?$/.test(line) || HARMLESS.test(line));
    } catch {
      return false;
    }
  }
}

const HARMLESS =
  /^\s*(?:save-exact|save-prefix|engine-strict|fund|audit|audit-level|loglevel|legacy-peer-deps|strict-peer-dep(?:endencie)?s|auto-install-peers|package-lock|progress|shamefully-hoist|node-linker|update-notifier|resolution-mode|\/\/[\w.-]+\/(?:[\w./-]*):_authToken)\s*=/;

/** In the order in which they are searched. An entry that is not absolute means a directory of the project. */
function searched(host: Host, cwd: string): string[] {
  if (host.platform === 'win32') return [cwd, ...searchPath(host).map((one) => absolute(one, cwd))];
  const path = variable('PATH', host.env, host.platform) ?? '';
  return path.split(':').map((one) => (one === '' ? cwd : absolute(one, cwd).replace(/(?<=.)\/+$/, '')));
}
