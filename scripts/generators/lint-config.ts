import { existsSync } from 'node:fs';
import { impureGlobals, impureMembers, layers, type Layer } from '../layers.mjs';
import { fromRoot } from '../root.mjs';
import type { Generator } from './generator.ts';

export const lintConfig: Generator = {
  path: '.oxlintrc.json',
  content: () => JSON.stringify(config()),
};

/** Rules of the two broad categories that report style here, not mistakes. */
const noise = [
  // Sequential work is often required: locks, files, prompts.
  'no-await-in-loop',
  // Copies keep functions pure; the lists here are short.
  'oxc/no-map-spread',
  // A short inner name is clear, and so is a helper next to its only use.
  'no-shadow',
  'unicorn/consistent-function-scoping',
  // The compiler's noImplicitReturns says the same and knows about `void`.
  'typescript/consistent-return',
  // Parsed text has to be given a type somewhere.
  'typescript/no-unsafe-type-assertion',
  // The catalog of diagnostics has entries without arguments.
  'typescript/no-generated-empty-object-type',
  // Objects of functions are destructured throughout; hardly any use `this`.
  'typescript/unbound-method',
  // A list of three names need not become a set.
  'unicorn/prefer-set-has',
  // The compiler reports these, and knows that `_` is meant.
  'no-unused-vars',
  // `fc.integer()` reads better than a dozen names out of nowhere.
  'import/no-named-as-default-member',
  // Helpers assert too, and a property may assert only where its condition holds.
  'vitest/expect-expect',
  'vitest/no-conditional-expect',
  // Imported for what they do: test set-up, polyfills.
  'import/no-unassigned-import',
];

function config(): object {
  return {
    $schema: './node_modules/oxlint/configuration_schema.json',
    options: { typeAware: true },
    plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'],
    env: { builtin: true, node: true },
    categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
    ignorePatterns: ['dist', 'coverage', '**/fixtures'],
    rules: {
      ...Object.fromEntries(noise.map((rule) => [rule, 'off'])),
      complexity: ['error', { max: 16 }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-lines': ['error', { max: 300 }],
      'no-else-return': 'error',
      'no-param-reassign': 'error',
      'no-var': 'error',
      'import/extensions': ['error', 'always', { ignorePackages: true }],
      'import/no-cycle': 'error',
      'typescript/ban-ts-comment': 'error',
      'typescript/consistent-type-imports': 'error',
      'typescript/no-explicit-any': 'error',
      'typescript/no-floating-promises': 'error',
      'typescript/no-misused-promises': 'error',
      'typescript/no-non-null-assertion': 'error',
      'typescript/only-throw-error': 'error',
      'typescript/return-await': 'error',
      'typescript/switch-exhaustiveness-check': 'error',
      'unicorn/prefer-node-protocol': 'error',
    },
    overrides: [
      {
        files: ['src/**'],
        rules: { 'no-console': 'error', 'import/no-default-export': 'error', 'unicorn/no-process-exit': 'error' },
      },
      { files: ['src/cli/**'], rules: { 'no-console': 'off', 'unicorn/no-process-exit': 'off' } },
      { files: ['web/src/**'], env: { browser: true, node: false }, rules: { 'no-console': 'error' } },
      { files: ['web/**/*.vue'], rules: { 'import/unambiguous': 'off' } },
      { files: ['test/**'], rules: { complexity: 'off', 'max-lines': ['error', { max: 400 }] } },
      purityRules(),
      ...layers.map(layerRules),
    ],
  };
}

function layerRules(layer: Layer): object {
  const patterns = [...forbiddenLayers(layer), ...(layer.pure ? [noNode] : [])];
  return { files: [filesOf(layer)], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

const noNode = { regex: '^node:', message: 'A pure layer gets what it needs from its caller.' };

function forbiddenLayers({ name, imports }: Layer): object[] {
  const others = layers.map((layer) => layer.name).filter((other) => other !== name && !imports.includes(other));
  // A pattern cannot tell a layer from a folder of the same name in this one. The test of the layers can.
  const forbidden = others.filter((other) => !existsSync(fromRoot('src', name, other)));
  if (forbidden.length === 0) return [];
  const message = `${name} may import ${imports.join(', ') || 'nothing of ours'}: see scripts/layers.mjs.`;
  return [{ regex: `^(\\.\\./)+(${forbidden.join('|')})/`, message }];
}

function purityRules(): object {
  const { message } = noNode;
  return {
    files: layers.filter(({ pure }) => pure).map(filesOf),
    rules: {
      'no-restricted-globals': ['error', ...impureGlobals.map((name) => ({ name, message }))],
      'no-restricted-properties': ['error', ...impureMembers.map((member) => ({ ...member, message }))],
    },
  };
}

function filesOf({ name }: Layer): string {
  return `src/${name}/**`;
}
