import type { Server } from '../../model/server.ts';

/** Our program in a command line: as a path, a package, a file of it, or a word of a shell script. */
const OURS =
  /(?:^|[/\\@:])plugboard(?:\.(?:[cm]?js|cmd|bat|exe|ps1))?(?:@[^/\\]*|-\d[^/\\]*\.tgz|[/\\](?:bin|dist)[/\\].*)?$/i;
/** Commands of ours that serve. Others approve, decide or change something. */
const SERVING: ReadonlySet<string> = new Set(['serve', 'exec', 'opencode', 'mcp']);

/**
 * The words that a definition could run, also those inside of a shell script and in variables, which a script can
 * expand. A shell removes quotes and backslashes from the middle of a word, so both readings are returned.
 */
export function wordsOf({ command, args, env }: Server): string[][] {
  const texts = [command ?? '', ...(Array.isArray(args) ? args : []), ...Object.values(env ?? {})].map(String);
  const split = (quoteless: (text: string) => string): string[] =>
    texts.flatMap((text) => quoteless(text).split(/[\s;&|()=<>{},$]+/)).filter((word) => word !== '');
  return [split((text) => text.replaceAll(/['"`]/g, ' ')), split((text) => text.replaceAll(/['"`\\^]/g, ''))];
}

export function runsPlugboard(words: readonly string[]): boolean {
  return words.some((word) => OURS.test(word));
}

/** Whether the words start the server for assistants without asking, also under another name of the program. */
export function allowsApplying(words: readonly string[]): boolean {
  const mcp = words.indexOf('mcp');
  const allow = mcp === -1 ? -1 : words.indexOf('--allow', mcp);
  if (allow === -1) return runsPlugboard(words) && mcp !== -1 && words.includes('--allow');
  return runsPlugboard(words) || words[allow + 1] === 'apply';
}

/** Whether every run of Plugboard in the words serves. */
export function onlyServes(words: readonly string[]): boolean {
  const commands = words.flatMap((word, at) =>
    OURS.test(word) && words[at - 1] !== '--client' ? [commandAfter(words.slice(at + 1))] : [],
  );
  return commands.includes(true) && !commands.includes(false);
}

/** Whether the first word that is not an option is a command that serves; undefined if there is none. */
function commandAfter(rest: readonly string[]): boolean | undefined {
  // A package is often named before the program in it: `npx --package plugboard plugboard mcp`.
  const command = rest.find((word) => !word.startsWith('-') && !OURS.test(word));
  return command === undefined ? undefined : SERVING.has(command);
}
