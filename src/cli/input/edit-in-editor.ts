import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { jsonc } from '../../formats/json/index.ts';
import { isError } from '../../model/diagnostics/diagnostic.ts';
import { PlugboardError } from '../../model/diagnostics/error.ts';
import type { Host } from '../../model/host.ts';
import { isDeviceName } from '../../model/paths/device-name.ts';
import type { Server } from '../../model/server.ts';
import { isMap, type Value } from '../../model/value.ts';
import { startable } from '../../runtime/connect/stdio/startable.ts';
import { readRegularFile } from '../../store/read/read-regular-file.ts';
import { findOwnProgram } from '../../trust/own-programs.ts';
import type { Output } from '../output/output.ts';
import { toLines } from '../output/show-diagnostic.ts';
import { confirm } from './ask.ts';

/** Opens the definition in the user's editor until it can be parsed. */
export async function editInEditor(host: Host, output: Output, name: string, server: Server): Promise<Server> {
  const before = `${JSON.stringify(server, undefined, 2)}\n`;
  const edited = await editText(
    host,
    output,
    { file: fileNameFor(name), text: before, called: 'a definition' },
    (text, file) => {
      const { value, diagnostics } = jsonc.parse(text);
      const errors = diagnostics.filter(isError);
      if (errors.length === 0 && isMap(value)) return [];
      return errors.length === 0
        ? ['It must be a JSON object.']
        : errors.flatMap((error) => toLines({ ...error, file }, text, output));
    },
  );
  return plain(jsonc.parse(edited).value ?? {}) as Server;
}

/** A server may have any name, such as `../../x` or `con`, which is a device of Windows. */
function fileNameFor(name: string): string {
  return /^\w[\w.-]{0,100}$/.test(name) && !isDeviceName(name) ? `${name}.json` : 'server.json';
}

/** Opens a text in the user's editor until it is valid or the user gives up. */
export async function editText(
  host: Host,
  output: Output,
  { file: name, text: before, called }: { readonly file: string; readonly text: string; readonly called: string },
  issuesIn: (text: string, file: string) => readonly string[],
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'plugboard-edit-'));
  const file = join(directory, name);
  try {
    writeFileSync(file, before, { mode: 0o600 });
    for (;;) {
      await open(host, file);
      const text = readRegularFile(file).toString();
      const errors = issuesIn(text, file);
      if (errors.length === 0) return text;
      output.talk(errors);
      if (!(await confirm(`This is not ${called}. Edit again?`)))
        throw new PlugboardError('usage', { message: `The edited text is not ${called}, so nothing was changed.` });
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Without a shell: the editor's arguments are split at whitespace, except in double quotes. */
async function open(host: Host, file: string): Promise<void> {
  const { env, platform } = host;
  const wanted = env['VISUAL'] || env['EDITOR'] || (platform === 'win32' ? 'notepad' : 'vi');
  // The path of a program on Windows often has spaces.
  const [program = '', ...words] =
    isAbsolute(wanted) && existsSync(wanted)
      ? [wanted]
      : [...wanted.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const isPath = /[/\\]/.test(program);
  const found = isPath ? program : await findOwnProgram(host, program);
  if (found === undefined)
    throw new PlugboardError('usage', { message: `The editor ${program} cannot be started: it is not on your PATH` });
  const { status, error } = start(found, [...words, file], host);
  if (error)
    throw new PlugboardError('usage', { message: `The editor ${program} cannot be started: ${error.message}` });
  if (status !== 0) throw new PlugboardError('usage', { message: `The editor ${program} exited with code ${status}` });
}

/** Editors such as `code` are batch files on Windows. */
function start(
  program: string,
  words: readonly string[],
  { env, cwd, platform }: Host,
): Pick<SpawnSyncReturns<Buffer>, 'status' | 'error'> {
  try {
    const { file, args, ...verbatim } = startable(program, words, { env, cwd, platform });
    return spawnSync(file, args, { stdio: 'inherit', ...verbatim });
  } catch (error) {
    return { status: null, error: error as Error };
  }
}

/** Converts numbers to JavaScript numbers. */
function plain(value: Value): unknown {
  return JSON.parse(JSON.stringify(value));
}
