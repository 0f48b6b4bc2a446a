import type { ReferenceSyntax } from './types.ts';

const NAME = '[A-Za-z_][A-Za-z0-9_]*';

/** `${NAME}` and, where the client knows defaults, `${NAME:-default}`: the canonical spelling itself. */
export function shellStyle(options: { fallback: boolean; bare?: boolean }): ReferenceSyntax {
  const bare = new RegExp(`\\$(${NAME})`, 'g');
  return {
    shown: ['${NAME}', ...(options.fallback ? ['${NAME:-default}'] : []), ...(options.bare ? ['$NAME'] : [])].join(
      ', ',
    ),
    fallback: options.fallback,
    write: (name, fallback) => (fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`),
    read: (text) => (options.bare ? text.replaceAll(bare, (_, name: string) => `\${${name}}`) : text),
    ...(options.bare ? { alsoExpands: new RegExp(`\\$${NAME}`) } : {}),
  };
}

/** `${env:NAME}` as editors write it. */
export const editorStyle: ReferenceSyntax = {
  shown: '${env:NAME}',
  fallback: false,
  write: (name) => `\${env:${name}}`,
  read: (text) => text.replaceAll(new RegExp(`\\$\\{env:(${NAME})\\}`, 'g'), (_, name: string) => `\${${name}}`),
};

/** `{env:NAME}` anywhere in the text of the file. */
export const curlyStyle: ReferenceSyntax = {
  shown: '{env:NAME}',
  fallback: false,
  write: (name) => `{env:${name}}`,
  read: (text) => text.replaceAll(new RegExp(`\\{env:(${NAME})\\}`, 'g'), (_, name: string) => `\${${name}}`),
  alsoExpands: /\{(?:env|file):[^}]*\}/,
};

/** `${env:NAME | value:default}` of the draft standard. */
export const uriStyle: ReferenceSyntax = {
  shown: '${env:NAME}, ${env:NAME | value:default}',
  fallback: true,
  write: (name, fallback) => (fallback === undefined ? `\${env:${name}}` : `\${env:${name} | value:${fallback}}`),
  read: (text) =>
    text.replaceAll(
      new RegExp(`\\$\\{env:(${NAME})(?:\\s*\\|\\s*value:([^}]*))?\\}`, 'g'),
      (_, name: string, fallback: string | undefined) =>
        fallback === undefined ? `\${${name}}` : `\${${name}:-${fallback}}`,
    ),
};
