import { fileURLToPath } from 'node:url';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { escapeText } from './escape-text.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Built by scripts/bundle-web.mjs, which puts the files in their place. */
export default defineConfig({
  root: here('.'),
  plugins: [vue({ template: { compilerOptions: { nodeTransforms: [escapeText] } } })],
  build: {
    outDir: here('../dist/web'),
    // Browsers that know light-dark() and nesting.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The policy of the page allows nothing inline, and data: addresses neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Small files cost more than small bytes: npm writes each one, and a browser asks for each.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 5, priority: 2 },
            {
              name: 'common',
              minShareCount: 2,
              priority: 1,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
});
