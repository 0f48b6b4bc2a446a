const argument = /(?:\[Image\s+\d+\]|"[^"]*"|'[^']*'|[^\s"']+)/gi;
const placeholder = /\$(\d+)/g;

/**
 * The prompt that OpenCode makes of a command, before it runs the shell commands in it and attaches the files. Follows
 * OpenCode to the letter: `$1` may complete a mark that neither the template nor the arguments contain alone.
 */
export function commandText(template: string, words: string): string {
  const args = (words.match(argument) ?? []).map((arg) => arg.replaceAll(/^["']|["']$/g, ''));
  const places = [...template.matchAll(placeholder)].map(([, place]) => Number(place));
  const last = Math.max(0, ...places);
  const numbered = template.replaceAll(placeholder, (_, place: string) =>
    Number(place) === last ? args.slice(last - 1).join(' ') : (args[Number(place) - 1] ?? ''),
  );
  // A string, not a function: OpenCode also expands patterns such as $& in the arguments.
  const text = numbered.replaceAll('$ARGUMENTS', words);
  const isAppended = places.length === 0 && !template.includes('$ARGUMENTS') && words.trim() !== '';
  return isAppended ? `${text}\n\n${words}` : text;
}

/** Whether OpenCode would run a shell command while it makes the prompt. */
export function runsShell(text: string): boolean {
  return /!`[^`]+`/.test(text);
}

/** Files and agents that a prompt mentions as `@name`: as OpenCode reads them, and whole up to the next space. */
export function mentionsIn(text: string): Set<string> {
  const found = [/(?<![\w`])@(\.?[^\s`,.]*(?:\.[^\s`,.]+)*)/g, /(?<![\w`])@([^\s`,]+)/g].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name),
  );
  return new Set(found.filter((name) => name !== ''));
}
