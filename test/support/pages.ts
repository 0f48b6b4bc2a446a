import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folders with documentation. Listed without git, which a copy of the sources may lack. */
const folders = ['.', '.github', 'docs', 'docs/decisions', 'loader'];

/** Our pages, as paths from the root. */
export const pages = folders.flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
);
