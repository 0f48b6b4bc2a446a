import { root } from './root.mjs';

const forNode = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
});

/** A script that resolves packages from its own location. */
export const scriptBundle = /** @satisfies {import('esbuild').BuildOptions} */ ({
  ...forNode,
  packages: 'external',
  sourcemap: 'inline',
});

/** The shipped program: in chunks, with its dependencies. */
export const shippedBundle = /** @satisfies {import('esbuild').BuildOptions} */ ({
  ...forNode,
  splitting: true,
  mainFields: ['module', 'main'],
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'silent',
});
