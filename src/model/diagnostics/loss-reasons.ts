/**
 * Every reason for a loss: its code, which scripts and other code refer to, and its text. "It" in a text is the client
 * that the server is written for.
 */
export const lossReasons = {
  // The server as a whole.
  'transport-unsupported': (client: string, transport: string) => `${client} does not support ${transport} servers`,
  'name-unsupported': (client: string) => `${client} does not accept this name`,
  'name-reserved': (client: string) => `${client} reserves this name`,
  'name-of-other-kind': () => 'an entry of another kind has this name',
  'name-is-the-key': () => 'the server is named by its key',
  'required-missing': (field: string) => `without ${field} the entry would be broken`,
  'argument-missing': () => 'without this argument the command would mean something else',
  'merged-with-other-file': (key: string) =>
    `an entry of this name in another file has "${key}", and both would be merged`,
  'inherited-from-other-file': () => 'it is inherited from the entry of this name in another file',
  'https-only': () => 'it connects to other machines over https only',
  'file-would-be-rejected': () => 'text such as {env:NAME} in a project file makes it reject the whole file',
  'entry-rejected-with-file': (client: string, problem: string) =>
    `${client} would use no server of the file any more: ${problem}`,
  'not-a-server': (client: string) => `${client} does not treat it as an MCP server`,
  'started-through-cmd': () => 'started through cmd, which only Windows has; on other systems this entry fails',
  'read-by-cmd': () => 'it starts the program through cmd, which interprets &, |, <, >, ^ and %',
  'not-server-settings': (client: string) => `only servers are translated, not other settings of ${client}`,

  // On and off.
  'no-switch': () => 'it has no off switch, so the entry is left out of its file',
  'off-in-project-only': (command: string) => `off in this project only, on in every other; off everywhere: ${command}`,

  // Sync.
  'file-shared': (other: string) => `it reads the entry that is written for ${other}, in the same file`,

  // Launching a client with servers from elsewhere.
  'defined-in-own-file': (file: string) => `${file} defines it too and takes precedence`,
  'off-in-own-file': (file: string) => `it stays off: ${file} lists it as disabled`,
  'started-although-off': (client: string) => `${client} starts it all the same`,
  'defined-twice': (unused: string, used: string) => `it is in both ${unused} and ${used}; using the one from ${used}`,

  // Settings.
  'no-such-setting': () => 'it has no such setting',
  'unknown-key-rejected': () => 'it accepts only keys it knows',
  'without-effect': (note: string) => note,
  'kept-without-effect': (note: string) => `${note}; kept in the file without effect`,
  'value-ignored': (message: string) => message,
  'trust-of-project': () => 'a project cannot make it ask for fewer confirmations',
  'trust-of-text': () => 'a text of someone else cannot make it ask for fewer confirmations',
  'second-target': () => 'the entry has another address or command, which is written',
  'of-other-client': (owner: string) => `only ${owner} knows these settings`,
  'wrong-transport': (transport: string) => `it has no effect on ${transport} servers`,
  'remote-only': () => 'it supports this for remote servers only',
  'stdio-only': () => 'it supports this for stdio servers only',
  'transport-detected': () => 'it detects by itself whether an address speaks http or sse',
  'transport-assumed': (client: string) =>
    `${client} detects by itself whether an address speaks http or sse; written as http`,
  'prompt-differs': () => 'its file already has a prompt with this id and another definition, which is kept',
  'prompts-not-a-list': () => 'the prompts in its file are not a list, so it does not prompt for the value',
  'timeout-limited': (seconds: number) => `the nearest value it accepts is ${seconds} seconds`,
  'timeout-rounded': (milliseconds: number) => `rounded to ${milliseconds} milliseconds`,
  'text-too-long': (longest: number) => `it accepts at most ${longest} characters`,
  'text-not-accepted': (pattern: string) => `it accepts only text that matches ${pattern}`,
  'no-tool-list': (side: string) => `it has no list of tools to ${side}`,
  'one-tool-list': () => 'it accepts only one list, so denied tools are left out of the allowed ones',
  'empty-list-allows-all': () => 'an empty list would allow all tools',
  'tool-pattern': (patterns: string) => `it compares whole names of tools, so ${patterns} would match none`,
  'tool-patterns-only': (patterns: string) =>
    `it compares whole names of tools, so ${patterns} would match none; it offers all tools`,
  'star-allows-all': () => 'it reads "*" as every tool',
  'signs-in-by-itself': () => 'it signs in by itself when the server requires it',
  'variable-protected': () => 'it does not let a server change this variable',
  'implied-by-headers': () => 'it follows from the headers',

  // References.
  'reference-unknown': (reference: string) => `it does not know the reference ${reference}`,
  'reference-default-unknown': (name: string) => `it supports no default for \${${name}}`,
  'reference-default-written': (name: string) =>
    `it expands no references here, so the default of \${${name}} is written`,
  'reference-not-expanded': (name: string) => `it would use the text \${${name}} instead of the variable`,
  'reference-misread': () => 'it reads a part of this text as a reference',
  'literal-read-by-cmd': () =>
    'on Windows it starts the program through cmd, which would run or replace a part of this text of someone else',
  'literal-misread': (piece: string) =>
    `it would read ${piece} as a reference, which is plain text where the definition comes from`,
  'command-value-unsupported': () => 'it cannot take a value from a command',
} as const;

export type LossCode = keyof typeof lossReasons;
export type LossReasonArgs<C extends LossCode> = Parameters<(typeof lossReasons)[C]>;
