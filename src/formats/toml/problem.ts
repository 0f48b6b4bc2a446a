/** TOML syntax errors with their hints. */
const problems = {
  'unclosed-string': { problem: 'this string is not closed', hint: 'end it with the quote it starts with' },
  'unclosed-header': { problem: 'a table header is not closed', hint: 'end it with "]"' },
  'unclosed-list': { problem: 'a list is not closed', hint: 'end it with "]"' },
  'unclosed-table': { problem: 'an inline table is not closed', hint: 'end it with "}"' },
  'missing-key': { problem: 'a key is missing' },
  'missing-newline': { problem: 'unexpected text after the value', hint: 'start a new line' },
  'missing-equals': { problem: 'expected "=" after the key' },
  'missing-value': { problem: 'a value is missing' },
  'missing-comma': { problem: 'expected a comma between two items' },
  'leading-dot': { problem: 'a key starts with a dot' },
  'repeated-dot': { problem: 'a key has two dots in a row' },
  'trailing-dot': { problem: 'a key ends with a dot' },
  'other-line': { problem: 'a key, its "=" and its value must be on one line' },
  'space-in-brackets': { problem: 'there is a space between two brackets', hint: 'write [[ and ]] without spaces' },
  character: { problem: 'unexpected character', hint: 'put strings in quotes' },
  token: { problem: 'this does not belong here' },
  control: { problem: 'this text contains a control character' },
  'leading-zero': { problem: 'a number starts with 0', hint: 'remove the 0, or put it in quotes' },
  underscore: { problem: 'an underscore must be between two digits' },
  date: { problem: 'invalid date' },
  time: { problem: 'invalid time' },
  escape: { problem: 'unknown escape sequence', hint: 'write \\\\ for a backslash, or use single quotes' },
  'code-point': { problem: 'invalid Unicode code point' },
  quotes: { problem: 'this string contains three or more quotes', hint: 'write them as \\"' },
  depth: { problem: 'nested too deeply' },
  return: { problem: 'a carriage return without a line feed' },
  surrogate: { problem: 'a lone surrogate' },
} satisfies Record<string, { problem: string; hint?: string }>;

export type ProblemCode = keyof typeof problems;

/** Thrown when parsing cannot continue. */
export class TomlError extends Error {
  readonly code: ProblemCode;
  readonly at: number;

  constructor(code: ProblemCode, at: number) {
    super(problems[code].problem);
    this.code = code;
    this.at = at;
  }

  get hint(): string | undefined {
    const found: { readonly problem: string; readonly hint?: string } = problems[this.code];
    return found.hint;
  }
}
