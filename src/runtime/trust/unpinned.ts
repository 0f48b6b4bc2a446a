/** Programs that fetch a package and run it, with the words that come before its name. */
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

/** Whether a command line fetches a package that is not held to one version. In doubt it is not. */
export function isUnpinned([command = '', ...args]: readonly string[]): boolean {
  // `cmd /c npx …` is how npx is started on Windows.
  if (/(?:^|[/\\])cmd(?:\.exe)?$/i.test(command) && /^\/[ck]$/i.test(args[0] ?? '')) return isUnpinned(args.slice(1));
  const program = /([^/\\]+?)(?:\.(?:cmd|exe))?$/i.exec(command)?.[1] ?? '';
  const line = `${args.join(' ')} `;
  return fetchers.some(([name, words, exact]) => name.test(program) && words.test(line) && !exact.test(line));
}
