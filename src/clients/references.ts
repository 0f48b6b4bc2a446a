import type { ReferenceSyntax } from './types.ts';

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
const IN_EDITORS = new RegExp(`\\$\\{env:(${NAME})\\}`, 'g');
const IN_CURLY_BRACES = new RegExp(`\\{env:(${NAME})\\}`, 'g');
const IN_URIS = new RegExp(`\\$\\{env:(${NAME})(?:\\s*\\|\\s*value:([^}]*))?\\}`, 'g');

/** Most texts have no reference, and a character search is cheaper than a pattern search. */
function replaceIn(
  text: string,
  pattern: RegExp,
  write: (match: string, name: string, fallback?: string) => string,
): string {
  return text.includes('{') || text.includes('$') ? text.replaceAll(pattern, write) : text;
}

/** `${NAME}` and, if the client supports defaults, `${NAME:-default}`: the canonical syntax itself. */
export function shellStyle(options: { fallback: boolean; bare?: boolean }): ReferenceSyntax {
  const bare = new RegExp(`\\$(${NAME})`, 'g');
  return {
    shown: ['${NAME}', ...(options.fallback ? ['${NAME:-default}'] : []), ...(options.bare ? ['$NAME'] : [])].join(
      ', ',
    ),
    fallback: options.fallback,
    write: (name, fallback) => (fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`),
    read: (text) => (options.bare ? replaceIn(text, bare, (_, name) => `\${${name}}`) : text),
    ...(options.bare ? { alsoExpands: new RegExp(`\\$${NAME}`) } : {}),
  };
}

/** `${env:NAME}`, the syntax of editors. */
export const editorStyle: ReferenceSyntax = {
  shown: '${env:NAME}',
  fallback: false,
  write: (name) => `\${env:${name}}`,
  read: (text) => replaceIn(text, IN_EDITORS, (_, name) => `\${${name}}`),
};

/** `{env:NAME}`, anywhere in the file. */
export const curlyStyle: ReferenceSyntax = {
  shown: '{env:NAME}',
  fallback: false,
  write: (name) => `{env:${name}}`,
  read: (text) => replaceIn(text, IN_CURLY_BRACES, (_, name) => `\${${name}}`),
  alsoExpands: /\{(?:env|file):[^}]*\}/,
};

/** `${env:NAME | value:default}`, from the draft standard. */
export const uriStyle: ReferenceSyntax = {
  shown: '${env:NAME}, ${env:NAME | value:default}',
  fallback: true,
  write: (name, fallback) => (fallback === undefined ? `\${env:${name}}` : `\${env:${name} | value:${fallback}}`),
  read: (text) =>
    replaceIn(text, IN_URIS, (_, name, fallback) =>
      fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`,
    ),
};
