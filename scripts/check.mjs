// By name it could not be imported on an old Node, which is told in the set-up.
import os from 'node:os';
import { packageBin } from './package-bin.mjs';
import { fromRoot, root } from './root.mjs';
import { allOf, exitIfInterrupted, runProgram } from './run-program.mjs';
import { ensure } from './setup.mjs';

await ensure(['install']);

const typeCache = fromRoot('node_modules', '.cache', 'plugboard', 'types.tsbuildinfo');

/**
 * A step is one or more Node programs run one after the other; steps do not depend on each other. Slow ones first, so
 * that the short ones fill the gaps.
 *
 * @typedef {{ name: string, commands: string[][], output?: string, failed?: boolean }} Step
 * @type {Step[]}
 */
const steps = [
  {
    name: 'types',
    commands: [[packageBin('typescript', 'tsc'), '--noEmit', '--incremental', '--tsBuildInfoFile', typeCache]],
  },
  { name: 'types of tests of the page', commands: [[packageBin('typescript', 'tsc'), '-p', fromRoot('test', 'web')]] },
  { name: 'types of the page', commands: [[packageBin('vue-tsc'), '--noEmit', '-p', fromRoot('web')]] },
  {
    name: 'package',
    commands: [
      [fromRoot('scripts', 'build.mjs'), '--check'],
      [packageBin('publint'), 'run', '--strict', '--pack', 'false'],
    ],
  },
  { name: 'lint', commands: [[packageBin('oxlint'), '--type-aware', '--deny-warnings']] },
  { name: 'unused', commands: [[packageBin('knip')]] },
  {
    name: 'generated files',
    commands: [[fromRoot('scripts', 'run-ts.mjs'), fromRoot('scripts', 'generate.ts'), '--check']],
  },
  { name: 'format', commands: [[packageBin('oxfmt'), '--check']] },
];

const waiting = [...steps];
await allOf(Array.from({ length: os.availableParallelism() }, work)).catch((error) => {
  exitIfInterrupted();
  throw error;
});
for (const step of steps.filter(({ failed }) => failed)) console.log(`\n── ${step.name}\n${step.output?.trim()}`);
process.exitCode = steps.some(({ failed }) => failed) ? 1 : 0;

async function work() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const started = performance.now();
    await perform(step);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${step.failed ? '✗' : '✓'} ${step.name} (${seconds} s)`);
  }
}

/** @param {Step} step */
async function perform(step) {
  for (const command of step.commands) {
    const { code, output } = await runProgram(process.execPath, command, { cwd: root });
    step.output = (step.output ?? '') + output;
    step.failed = code !== 0;
    if (step.failed) return;
  }
}
