import { programName } from '../../model/shell/program-name.ts';
import { isShell } from '../../policy/pieces.ts';
import { type OwnUse, ownUse, startedByLauncher } from './own-words.ts';
import { type CommandWords, commandsOf, UNKNOWN } from './script-commands.ts';

/**
 * What a line that an assistant wrote does with Plugboard. Lists of shells and of programs that start others always have
 * a next entry, so what is not written in plain words is unknown, whatever the program is.
 */
export function useOfTyped(words: CommandWords): OwnUse {
  const started = startedByLauncher(words);
  if (started) return useOfTyped(started) === 'none' ? 'serves' : useOfTyped(started);
  const use = ownUse(words.map((word) => word.replaceAll(REFERENCE, UNKNOWN)));
  return use === 'none' && !isTold(words) ? 'unknown' : use;
}

/** References that are replaced as a whole, in the spellings of clients. */
const REFERENCE = /\$\{[\w:.-]+\}|\{(?:secret|env|input):[\w.-]+\}|(?<![\w}])\$[A-Za-z_]\w*(?=[/:,]|$)/g;
/** A package with extras, as programs for Python take it. */
const WITH_EXTRAS = /^[\w.-]+\[[\w,.-]+\](?:[=<>~!]=?[\w.*]+)?$/;
/** Our name as a part of a word that may lead to our program: a segment of a path, a package, an image. */
const NAMED = /(?:^|[^\w-])plug(?:board)?(?![\w-])/i;
/** What every shell takes as it stands. */
const PLAIN = /^[\p{L}\p{N}_@%+:.,/=~#&^-]*$/u;
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\/[^\s'"`\\|;<>(){}*[\]!$]*$/i;
/** Words of a header or a sentence; a reference among them is a word of its own, or its end. */
const SENTENCE = /^[\p{L}\p{N}_@%+:.,/=~# -]*$/u;
/** A path of Windows, also as the value of an option. */
const OF_WINDOWS = /^(?:--?[\w-]+=)?(?:[A-Za-z]:\\|\\\\|\.{1,2}\\)[\p{L}\p{N}_@%+.,=~ \\()-]*$/u;
/** Programs of which plain words are code. */
const CODED = /^(?:awk|[gmn]awk|sed|osascript|php|expect|tclsh|gdb|vim?|nvim|emacs|ed|m4|jq|eval|powershell|pwsh)$/;

function isTold(words: CommandWords): boolean {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [first = '', ...rest] = words.slice(Math.max(at, 0));
  const program = programName(first);
  if (words.some((word) => NAMED.test(word) || /(?:^|=)data:/i.test(word))) return false;
  if (!isPlainWord(first) || words.slice(0, Math.max(at, 0)).some((word) => !isPlainWord(word))) return false;
  if (program === 'cmd') return rest.every(isPlainWord);
  if (isShell(program)) return isToldShell(rest);
  const isForPython = /^(?:uvx?|pipx)$/.test(program);
  return !CODED.test(program) && rest.every((word) => isPlainArgument(word) || (isForPython && WITH_EXTRAS.test(word)));
}

/** A file and its arguments, or a script of plain commands one after the other. */
function isToldShell(rest: CommandWords): boolean {
  const option = rest.findIndex((word) => /^-[A-Za-z]*c[A-Za-z]*$/.test(word));
  if (option === -1) return rest.some((word) => !word.startsWith('-')) && rest.every(isPlainArgument);
  const script = rest[option + 1] ?? '';
  // What a command prints may be a command for the next one.
  if (script.startsWith('-') || /[|<>`]|\$\(|<\(/.test(script)) return false;
  return commandsOf(script)?.every(isToldCommand) ?? false;
}

/** Words in quotes may have anything, as those of a definition do; what the shell fills in is a word of its own. */
function isToldCommand(words: CommandWords): boolean {
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const program = programName(words[Math.max(at, 0)] ?? '');
  if (/^(?:\.|source|eval|alias|trap|function)$/.test(words[Math.max(at, 0)] ?? '') || program === '') return false;
  return isTold(words.map((word) => (word === UNKNOWN ? 'value' : word)));
}

function isPlainWord(word: string): boolean {
  const plain = word.replaceAll(REFERENCE, '');
  return PLAIN.test(plain) || OF_WINDOWS.test(plain) || (plain === word && word.startsWith('/') && SENTENCE.test(word));
}

function isPlainArgument(word: string): boolean {
  const plain = word.replaceAll(REFERENCE, '');
  if (/plug/i.test(plain) && plain !== word) return false;
  if (isPlainWord(word) || ADDRESS.test(plain) || isData(plain)) return true;
  if (!SENTENCE.test(plain) || /[\w/]\$\{|\}[\w/]/.test(word)) return false;
  // A program may take a sentence as the command line of another one.
  return ownUse(word.replaceAll(REFERENCE, UNKNOWN).split(/ +/)) === 'none';
}

/** Settings as JSON, which no shell would take for a command. */
function isData(text: string): boolean {
  if (!/^\s*[[{]/.test(text) || /plug/i.test(text.replaceAll(/['"\\]/g, ''))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
