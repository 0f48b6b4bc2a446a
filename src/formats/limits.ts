/** Maximum length of TOML or YAML in characters: dense text needs about 220 bytes of memory per character. */
export const LONGEST_TEXT = 4_000_000;

/** Maximum length of YAML passed to the library, which needs about a kilobyte and five microseconds per character. */
export const LONGEST_FOR_LIBRARY = 1_200_000;

export const TOO_LONG = 'the text is longer than 4 million characters';
export const TOO_LONG_FOR_LIBRARY = 'the text is longer than 1.2 million characters and holds more than simple YAML';
