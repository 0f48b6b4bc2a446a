/**
 * The longest TOML or YAML that is parsed, in characters. Their parsers need about a kilobyte of memory and five
 * microseconds for each; a text of 16 MB exhausts the memory.
 */
export const LONGEST_TEXT = 1_200_000;

export const TOO_LONG = 'the text is longer than 1.2 million characters';
