import type { EffectiveField } from '../model/fields/effective-fields.ts';
import { hasVariable } from '../model/reference.ts';
import { inferTransport, type Server } from '../model/server.ts';
import { portable } from '../model/shell/cmd-wrapper.ts';
import { programName } from '../model/shell/program-name.ts';
import type { Directory, Files } from './files.ts';
import { isMention } from './mentions.ts';
import {
  assigned,
  optionsOf,
  readAddress,
  refuseInContainer,
  refuseOptionsAfter,
  unproven,
  Unproven,
} from './options.ts';
import { denoPackage, type PackageId, packageId, sharesName } from './package-id.ts';
import { isShell, programsInside } from './pieces.ts';
import type { Need, Proof } from './proof.ts';
import { type Assigned, proveVariables } from './prove-variables.ts';
import {
  type Interpreter,
  interpreterFor,
  isExactForm,
  isNoProgramOfPackage,
  namesStarter,
  type Starter,
  starters,
  startsOthers,
} from './starters.ts';

interface Around {
  /** Absent where the machine must not matter. */
  readonly files: Files | undefined;
  readonly directory: Directory | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What clients run or read besides, which no grammar covers. */
  readonly beside: readonly EffectiveField[];
}

/**
 * Proves what a definition starts, by a closed grammar: a program outside the project, known options, one package in its
 * exact form, its arguments, variables that load nothing. `written` has the references that `server` has expanded.
 */
export function prove(written: Server, server: Server, around: Around): Proof {
  const line = new Line(around);
  try {
    line.read(written, server);
    return line.proof(undefined);
  } catch (error) {
    if (!(error instanceof Unproven)) throw error;
    return line.proof(error.message);
  }
}

const BARE = /^[\w.+-]+$/;
const VARIABLE = /\$\{|\$[A-Za-z_(]|%\w+%|\{\{|\{secret:/;
/** More is no real definition. */
const DEEPEST = 4;
/** Whether what is not found does not exist. */
const isMachine = (files: Files | undefined): boolean => files !== undefined && files.isOnlyCheckout !== true;

class Line {
  readonly #around: Around;
  readonly #needs: Need[] = [];
  readonly #programs: string[] = [];
  readonly #packages: PackageId[] = [];

  constructor(around: Around) {
    this.#around = around;
  }

  proof(unprovenPart: string | undefined): Proof {
    return { unproven: unprovenPart, needs: this.#needs, programs: this.#programs, packages: this.#packages };
  }

  read(written: Server, server: Server): void {
    const [field] = this.#around.beside;
    if (field) unproven(field.effect === 'executes' ? `what clients run for ${field.key}` : `the field ${field.key}`);
    const { command, args, env, headers, url, cwd } = server;
    const texts = [command, ...list(args), url, ...values(env), ...values(headers)].map(String);
    if (texts.some((text) => text.trimStart().startsWith('!'))) unproven('a value comes from a command (!)');
    if (inferTransport(server) !== 'stdio') return readAddress(server);
    if (url !== undefined) unproven('it has both a command and an address');
    if (typeof command !== 'string' || command === '') unproven('it has no command');
    if (cwd !== undefined && !isDirectory(cwd)) unproven(`the working directory ${cwd}`);
    const { command: program = '', args: rest } = portable({ command, args: list(args).map(String) });
    if (program !== command) this.#outer(command);
    if (this.#around.files?.isCut) unproven('it has too many words');
    this.#variables(Object.entries(env ?? {}).map(([name, value]) => assigned(name, value, written.env?.[name])));
    this.#line([program, ...(rest ?? [])], 0);
  }

  /** A program that only starts the next one. */
  #outer(word: string): void {
    this.#programs.push(word);
    this.#resolve(word);
  }

  #variables(variables: readonly Assigned[]): void {
    const { problem, addresses } = proveVariables(variables, this.#around);
    if (problem !== undefined) unproven(problem);
    for (const value of addresses)
      this.#needs.push({ key: 'url', value, isOfProject: false, what: `the address ${value} in a variable` });
  }

  #line([word = '', ...args]: readonly string[], depth: number): void {
    if (depth > DEEPEST) unproven('too many programs start each other');
    const name = this.#resolve(word);
    this.#programs.push(word);
    if (name === 'env') return this.#env(args, depth);
    if ((name === 'plugboard' || name === 'plug') && args[0] === 'exec' && args[2] === '--') {
      // Our own launcher is judged by what it starts.
      this.#programs.pop();
      return this.#line(args.slice(3), depth + 1);
    }
    if (isShell(name)) unproven(`${word} is a shell`);
    const starter = Object.hasOwn(starters, name) ? starters[name] : undefined;
    if (starter) return this.#package(word, name, starter, args);
    this.#followsNothing(name, word);
    const interpreter = interpreterFor(name);
    if (interpreter) return this.#script(word, interpreter, args);
    const behind = this.#behind(word);
    if (startsOthers(name) || behind !== undefined) unproven(`what ${behind ?? word} starts`);
    this.#needsName(word, args);
  }

  /** A shim of a version manager starts what settings of the directory say. */
  #followsNothing(name: string, word: string): void {
    const followed = this.#around.directory?.changed(name, [], word);
    if (followed !== undefined) unproven(`${followed} of the project changes what ${word} starts`);
  }

  /** The program that starts others to which a link of another name leads. */
  #behind(word: string): string | undefined {
    const found = this.#around.files?.find(word);
    const real = programName(found?.file ?? word);
    return real !== programName(word) && startsOthers(real) ? real : undefined;
  }

  /** `env NAME=value program`, without options. */
  #env(args: readonly string[], depth: number): void {
    const at = args.findIndex((arg) => !/^[A-Za-z_]\w*=/.test(arg));
    if (at === -1 || args[at]?.startsWith('-')) unproven('the options of env');
    const set = args.slice(0, at).map((arg) => /^([^=]*)=(.*)$/s.exec(arg) ?? []);
    this.#variables(set.map(([, name = '', value = '']) => assigned(name, value, value)));
    this.#line(args.slice(at), depth + 1);
  }

  /** The name by which the grammar knows a program; an empty one for a file that it cannot know. */
  #resolve(word: string): string {
    if (VARIABLE.test(word) || hasVariable(word)) unproven(`the variable in ${word}`);
    const isPath = /[/\\]/.test(word);
    if (!isPath && !BARE.test(word)) unproven(`"${word}" is no name of a program`);
    const { files } = this.#around;
    const found = files?.find(word);
    if (!found && !isMachine(files)) {
      if (isPath && !/^(?:\/|[A-Za-z]:[/\\])/.test(word)) this.#ofProject(word, word);
      return isPath ? this.#vouched(word) : word.replace(/\.(?:exe|cmd)$/, '');
    }
    if (!found) unproven(`${word} was not found`);
    if (found.isOfProject) this.#ofProject(word, found.file);
    if (isShell(programName(found.file))) unproven(`${word} is a shell`);
    return found.name === '' ? this.#vouched(word) : found.name;
  }

  /** A file with the name of a known program may be that program, if somebody says so. */
  #vouched(word: string): string {
    const own = programName(word);
    if (!startsOthers(own)) return '';
    const what = `${word} is not the ${own} that is found by its name`;
    this.#needs.push({ key: 'command', value: word, isOfProject: false, what });
    return own;
  }

  #ofProject(word: string, file: string): void {
    this.#needs.push({ key: 'command', value: file, isOfProject: true, what: `${word} is a file of the project` });
  }

  /** What a program does with its arguments, or with the directory, is known only to those who know the program. */
  #needsName(word: string, args: readonly string[], isScript = false): void {
    this.#plainArguments(args);
    const what = args.length > 0 ? `what ${word} does with its arguments` : `what ${word} does`;
    const isOnlyToAllow = isScript && args.length === 0;
    this.#needs.push({
      key: 'command',
      value: word,
      isOfProject: false,
      what,
      ...(isOnlyToAllow && { isOnlyToAllow }),
    });
  }

  #script(word: string, { flags, before }: Interpreter, args: readonly string[]): void {
    const at = args.findIndex((arg) => !flags.test(arg));
    if (at === -1) return args.length === 0 ? undefined : unproven(`the options of ${word}`);
    const isStarted = before === undefined || args[at] === before;
    const [script = '', ...rest] = args.slice(before === undefined ? at : at + 1);
    if (!isStarted || script === '' || script.startsWith('-')) unproven(`the options of ${word}`);
    this.#file(script);
    this.#needsName(script, rest, true);
  }

  #file(script: string): void {
    if (VARIABLE.test(script) || hasVariable(script)) unproven(`the variable in ${script}`);
    const found = this.#around.files?.find(/[/\\]/.test(script) ? script : `./${script}`);
    const isKnown = found !== undefined || isMachine(this.#around.files);
    // Without a machine, only an absolute path can be outside of the project.
    if (!isKnown && !/^(?:\/|[A-Za-z]:[/\\])/.test(script)) return this.#ofProject(script, script);
    if (isKnown && !found) unproven(`${script} was not found`);
    if (found?.isOfProject) this.#ofProject(script, found.file);
  }

  #package(word: string, name: string, starter: Starter, args: readonly string[]): void {
    const words = starter.words.find((some) => some.every((one, index) => args[index] === one));
    if (!words) unproven(`${word} without ${starter.words.map((some) => some.join(' ')).join(' or ')}`);
    const { at, named, added, variables } = optionsOf(word, starter, args.slice(words.length));
    this.#variables(variables);
    const rest = args.slice(words.length + at);
    const hasDashes = rest[0] === '--';
    const [first = '', ...after] = hasDashes ? rest.slice(1) : rest;
    if (starter.readsOptionsAfter && !hasDashes) refuseOptionsAfter(word, starter, after);
    if (named.length > 1) unproven(`${word} with several packages`);
    const own = named[0] ?? (name === 'deno' ? denoPackage(first) : first);
    for (const one of [own, ...added]) this.#fetch(word, starter, one);
    if (named.length === 1) this.#binary(first, own);
    this.#fromDirectory(word, name, starter, named.length === 1 ? [first, own] : [own]);
    this.#plainArguments(after);
    if (starter.kind === 'oci') refuseInContainer(after[0] ?? '');
  }

  #fetch(word: string, { kind }: Starter, name: string): void {
    if (VARIABLE.test(name) || hasVariable(name)) unproven(`the variable in ${name}`);
    if (!isExactForm(kind, name))
      unproven(name === '' ? `the package of ${word}` : `"${name}" as the name of a package`);
    // uv takes a name with a dot for a file if its extension is one of an archive.
    if (kind === 'pypi' && name.includes('.') && this.#around.directory?.isHere(name)) unproven(`the file ${name}`);
    const { id } = packageId({ kind, name, pinned: false, isRedirected: false, isUncertain: false });
    this.#packages.push({ id, isCertain: true });
  }

  /**
   * A program of a package, which a runner may leave to a shell. That no other program was found proves nothing: a shell
   * knows words itself, and a package brings the programs of all that it depends on.
   */
  #binary(program: string, owner: string): void {
    if (!BARE.test(program) || program.startsWith('-') || isNoProgramOfPackage(program))
      unproven(`${program === '' ? 'the program' : program} as a program of ${owner}`);
    if (this.#around.files?.find(program) !== undefined || !sharesName(program, owner))
      unproven(`${program} may be another program than that of ${owner}`);
  }

  /** A runner may take from the directory, or from the machine, what it would otherwise fetch. */
  #fromDirectory(word: string, name: string, { prefersPath }: Starter, names: readonly string[]): void {
    const { files, directory } = this.#around;
    const found = directory?.changed(name, names, word);
    if (found !== undefined) unproven(`${found} of the project changes what ${word} starts`);
    const bare = names[0]?.replace(/(?<=.)@.*$/s, '') ?? '';
    if (prefersPath && files?.find(bare)) unproven(`${bare} is installed, which ${word} prefers`);
  }

  /** Many programs start what their arguments name: `--stdio 'npx evil'`. */
  #plainArguments(args: readonly string[]): void {
    const found = args.flatMap((arg, at) =>
      programsInside(arg).filter((piece) => namesStarter(piece) && !isMention(piece, arg, args[at - 1])),
    );
    const [first] = [...found, ...args.flatMap(programsInside).filter((piece) => this.#isProgram(piece))];
    if (first !== undefined) unproven(`the arguments name the program ${first}`);
  }

  /** Whether a word leads to a program of the project, which may be looked for in the directory, or to a starter. */
  #isProgram(word: string): boolean {
    const { files } = this.#around;
    const [found, here] = [files?.find(word), /^[/\\]/.test(word) ? undefined : files?.find(`./${word}`)];
    return (
      (here?.isProgram === true && here.isOfProject) ||
      (found?.isProgram === true && (found.isOfProject || this.#behind(word) !== undefined))
    );
  }
}

/** Whether a directory is known: clients put other values into variables, and some put in the home directory. */
function isDirectory(cwd: unknown): boolean {
  return typeof cwd === 'string' && !VARIABLE.test(cwd) && !hasVariable(cwd) && !/^[~!]/.test(cwd.trim());
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const values = (map: unknown): unknown[] => (typeof map === 'object' && map !== null ? Object.values(map) : []);
