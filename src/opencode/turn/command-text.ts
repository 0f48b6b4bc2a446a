const argument = /(?:\[Image\s+\d+\]|"[^"]*"|'[^']*'|[^\s"']+)/gi;
const placeholder = /\$(\d+)/g;

/**
 * Expands a command into the prompt that OpenCode makes of it, before shell commands run and files are attached.
 * Matches OpenCode exactly: `$1` may complete a marker that neither the template nor the arguments contain alone.
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

/** Whether OpenCode would run a shell command while expanding the prompt. */
export function runsShell(text: string): boolean {
  return /!`[^`]+`/.test(text);
}

/** Files and agents mentioned as `@name` in a prompt: as OpenCode parses them, and the whole word. */
export function mentionsIn(text: string): Set<string> {
  const found = [/(?<![\w`])@(\.?[^\s`,.]*(?:\.[^\s`,.]+)*)/g, /(?<![\w`])@([^\s`,]+)/g].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name),
  );
  return new Set(found.filter((name) => name !== ''));
}
