/** TOML syntax errors with their hints. */
const problems = {
  'unclosed-string': { problem: 'a text is not closed', hint: 'end it with the quote it starts with' },
  'unclosed-header': { problem: 'a table header is not closed', hint: 'end it with "]"' },
  'unclosed-list': { problem: 'a list is not closed', hint: 'end it with "]"' },
  'unclosed-table': { problem: 'an inline table is not closed', hint: 'end it with "}"' },
  'missing-key': { problem: 'a key is missing' },
  'missing-newline': { problem: 'something unexpected stands behind the value', hint: 'start a new line' },
  'missing-equals': { problem: 'expected "=" behind the key' },
  'missing-value': { problem: 'a value is missing' },
  'missing-comma': { problem: 'expected a comma between two items' },
  'leading-dot': { problem: 'a key starts with a dot' },
  'repeated-dot': { problem: 'a key has two dots in a row' },
  'trailing-dot': { problem: 'a key ends with a dot' },
  'other-line': { problem: 'a key, its "=" and its value must be on one line' },
  'space-in-brackets': { problem: 'a blank stands between two brackets', hint: 'write [[ and ]] without blanks' },
  character: { problem: 'unexpected character', hint: 'put texts in quotes' },
  token: { problem: 'this does not belong here' },
  control: { problem: 'a control character stands in the text' },
  'leading-zero': { problem: 'a number starts with 0', hint: 'remove the 0, or put it in quotes' },
  underscore: { problem: 'an underscore must stand between two digits' },
  date: { problem: 'there is no such date' },
  time: { problem: 'there is no such time' },
  escape: { problem: 'unknown escape sequence', hint: 'write \\\\ for a backslash, or use single quotes' },
  'code-point': { problem: 'there is no such Unicode character' },
  quotes: { problem: 'three or more quotes stand in the text', hint: 'write them as \\"' },
  depth: { problem: 'nested too deeply' },
  return: { problem: 'a carriage return without a line feed' },
  surrogate: { problem: 'half of a Unicode character' },
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
