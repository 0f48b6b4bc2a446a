/** The longest TOML or YAML that is parsed, in characters: the densest text needs about 220 bytes of memory for each. */
export const LONGEST_TEXT = 4_000_000;

/** The longest YAML that goes to the library, which needs about a kilobyte and five microseconds for each character. */
export const LONGEST_FOR_LIBRARY = 1_200_000;

export const TOO_LONG = 'the text is longer than 4 million characters';
export const TOO_LONG_FOR_LIBRARY = 'the text is longer than 1.2 million characters and holds more than simple YAML';
