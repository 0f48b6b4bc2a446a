/** Programs that run code from an argument, with the option before it. */
const interpreters: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(?:ba|da|z|fi|k)?sh$/, /^-[A-Za-z]*c[A-Za-z]*$/],
  [/^python[\d.]*$/, /^-[A-Za-z]*c$/],
  [/^(?:node|bun|deno|perl|ruby)$/, /^(?:-[A-Za-z]*[eEp]|--eval|--print|eval)(?:=|$)/],
  [/^php$/, /^-r$/],
  [/^(?:powershell|pwsh)$/i, /^-(?:c|Command|e|ec|EncodedCommand)$/i],
  [/^env$/, /^-S/],
];

/** Whether a command line contains the program code itself. */
export function isInlineScript([command = '', ...args]: readonly string[]): boolean {
  const program = /([^/\\]+?)(?:\.exe)?$/i.exec(command)?.[1] ?? '';
  // `cmd /c npx …` only starts npx; these characters make it do more.
  if (/^cmd$/i.test(program)) return args.some((arg) => /[&|<>^]/.test(arg));
  return interpreters.some(([name, option]) => name.test(program) && args.some((arg) => option.test(arg)));
}
