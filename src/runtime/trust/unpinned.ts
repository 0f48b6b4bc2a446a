/** Programs that download and run a package, with the words before its name. */
const fetchers: readonly (readonly [program: RegExp, words: RegExp, exact: RegExp])[] = [
  [/^(?:npx|pnpx|bunx)$/, /^/, /@v?\d+\.\d+\.\d+/],
  [/^npm$/, /^(?:exec|x) /, /@v?\d+\.\d+\.\d+/],
  [/^(?:pnpm|yarn)$/, /^dlx /, /@v?\d+\.\d+\.\d+/],
  [/^bun$/, /^x /, /@v?\d+\.\d+\.\d+/],
  [/^uvx$/, /^/, /(?:==|@)v?\d+\.\d+/],
  [/^uv$/, /^tool run /, /(?:==|@)v?\d+\.\d+/],
  [/^pipx$/, /^run /, /(?:==|@)v?\d+\.\d+/],
  [/^(?:docker|podman)$/, /^(?:container )?run /, /@sha256:[0-9a-f]{64}|:v?\d+\.\d+\.\d+/],
];

/** Whether a command line downloads a package without an exact version. False if in doubt. */
export function isUnpinned([command = '', ...args]: readonly string[]): boolean {
  // Windows starts npx with `cmd /c npx …`.
  if (/(?:^|[/\\])cmd(?:\.exe)?$/i.test(command) && /^\/[ck]$/i.test(args[0] ?? '')) return isUnpinned(args.slice(1));
  const program = /([^/\\]+?)(?:\.(?:cmd|exe))?$/i.exec(command)?.[1] ?? '';
  const line = `${args.join(' ')} `;
  return fetchers.some(([name, words, exact]) => name.test(program) && words.test(line) && !exact.test(line));
}
